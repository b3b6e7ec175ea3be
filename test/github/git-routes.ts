import { noreplyAddress } from "./account.ts";
import { ApiError, notFound } from "./api-error.ts";
import type { BareRepository } from "./bare-repository.ts";
import type { Call, Handler, Routes } from "./call.ts";
import { gitCommitJson } from "./commit-json.ts";
import { commits } from "./commits.ts";
import type { Fields } from "./fields.ts";
import { apiUrl, type World } from "./world.ts";
import { writeBlob } from "./write-blob.ts";
import { writeTree } from "./write-tree.ts";

/** The Git Data API over the real repository. */
export function gitRoutes(world: World): Routes {
  const { repository } = world;
  const url = (): string => apiUrl(world);
  const commitJson = (sha: string) => {
    const [found] = repository.typeOf(sha) === "commit" ? commits(repository, ["-1", sha]) : [];
    return found === undefined ? notFound() : gitCommitJson(found, url());
  };
  const refJson = (ref: string, sha: string) => ({
    ref,
    url: `${url()}/git/${ref}`,
    object: { type: "commit", sha, url: `${url()}/git/commits/${sha}` },
  });
  return new Map<string, Handler>([
    [
      "git/create-blob",
      ({ body }) => {
        const encoding = body.textOrNull("encoding") ?? "utf-8";
        const content = body.text("content");
        const sha = writeBlob(repository, encoding === "base64" ? Buffer.from(content, "base64") : content);
        return { status: 201, body: { sha, url: `${url()}/git/blobs/${sha}` } };
      },
    ],
    [
      "git/create-tree",
      ({ body }) => {
        const sha = writeTree(repository, body.textOrNull("base_tree"), body.objects("tree"));
        return { status: 201, body: { sha, url: `${url()}/git/trees/${sha}`, tree: [], truncated: false } };
      },
    ],
    ["git/create-commit", (call) => ({ status: 201, body: commitJson(createCommit(world, call)) })],
    [
      "git/get-commit",
      ({ parameters }) => ({ status: 200, body: commitJson(parameters.text("commit_sha")) }),
    ],
    [
      "git/get-ref",
      ({ parameters }) => {
        const ref = `refs/${parameters.text("ref")}`;
        world.pulls.updateRefs();
        return { status: 200, body: refJson(ref, tip(repository, ref) ?? notFound()) };
      },
    ],
    [
      "git/update-ref",
      ({ parameters, body }) => {
        const ref = `refs/${parameters.text("ref")}`;
        updateRef(repository, ref, body);
        return { status: 200, body: refJson(ref, body.text("sha")) };
      },
    ],
  ]);
}

function createCommit({ repository, clock }: World, { body, identity }: Call): string {
  const tree = body.text("tree");
  const parents = body.texts("parents");
  if (repository.typeOf(tree) !== "tree") throw new ApiError(422, "Tree SHA does not exist");
  if (parents.some((sha) => repository.typeOf(sha) !== "commit")) {
    throw new ApiError(422, "Parent SHA does not exist or is not a commit object");
  }
  const { account } = identity;
  const person = (sent: Fields | null, role: string) => ({
    [`GIT_${role}_NAME`]: sent?.textOrNull("name") ?? account.login,
    [`GIT_${role}_EMAIL`]: sent?.textOrNull("email") ?? noreplyAddress(account),
    [`GIT_${role}_DATE`]: sent?.textOrNull("date") ?? clock.now(),
  });
  const author = body.fieldsOrNull("author");
  return repository
    .git(["commit-tree", tree, ...parents.flatMap((sha) => ["-p", sha]), "-F", "-"], {
      input: body.text("message"),
      env: { ...person(author, "AUTHOR"), ...person(body.fieldsOrNull("committer") ?? author, "COMMITTER") },
    })
    .trim();
}

function updateRef(repository: BareRepository, ref: string, body: Fields): void {
  const sha = body.text("sha");
  const before = tip(repository, ref);
  if (before === null) throw new ApiError(422, "Reference does not exist");
  if (repository.typeOf(sha) !== "commit") throw new ApiError(422, "Object does not exist");
  if (body.raw["force"] !== true && !isAncestor(repository, before, sha)) {
    throw new ApiError(422, "Update is not a fast forward");
  }
  const [workflow] = repository
    .git(["diff", "--name-only", "-z", before, sha, "--", ".github/workflows"])
    .split("\0");
  if (workflow !== undefined && workflow !== "") {
    throw new ApiError(
      403,
      `refusing to allow a GitHub App to create or update workflow \`${workflow}\` without \`workflows\` permission`,
    );
  }
  repository.git(["update-ref", ref, sha, before]);
}

function tip(repository: BareRepository, ref: string): string | null {
  return ref.startsWith("refs/forks/") ? null : repository.resolve(ref);
}

function isAncestor(repository: BareRepository, older: string, newer: string): boolean {
  try {
    repository.git(["merge-base", "--is-ancestor", older, newer]);
    return true;
  } catch {
    return false;
  }
}
