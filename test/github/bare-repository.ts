import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type Clock } from "./clock.ts";
import { fastImport } from "./fast-import.ts";
import { gitEnvironment } from "./git-environment.ts";
import { refOf } from "./ref-of.ts";

/** How a file is kept: as text or bytes, with the executable bit, or as a link to what its content names. */
export type FileMode = "100644" | "100755" | "120000";

export interface CommitOptions {
  readonly remove?: readonly string[];
  /** 100644 for files that are not named here. */
  readonly modes?: Readonly<Record<string, FileMode>>;
  readonly message?: string;
  /** The branch or SHA to start from. On a branch that exists already, this is what a forced push does. */
  readonly from?: string;
}

/** A person in a commit; the date as GitHub writes it. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

/** A real bare repository. A branch of a fork is written "owner:branch", as GitHub does. */
export interface BareRepository extends Disposable {
  /** Absolute. */
  readonly dir: string;
  /** Runs git and returns its output; a failure is an error that carries git's own words. */
  git(args: readonly string[], options?: GitOptions): string;
  bytes(args: readonly string[], options?: GitOptions): Buffer;
  /**
   * Like `git`, for questions whose answer never changes, because they name commits by SHA: asked once, then kept.
   * A failure is asked for again.
   */
  settled(args: readonly string[], options?: GitOptions): string;
  /** Makes a commit from the tip of the branch (of main, when the branch is new), and returns its SHA. */
  commit(
    branch: string,
    files: Readonly<Record<string, string | Uint8Array>>,
    options?: CommitOptions,
  ): string;
  /** The commit of a branch, a ref ("heads/main", "refs/pull/1/head") or a SHA; null when there is none. */
  resolve(name: string): string | null;
  /** "commit", "tree", "blob", "tag", or null when there is no such object. */
  typeOf(sha: string): string | null;
}

export interface GitOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

export function bareRepository(clock: Clock): BareRepository {
  const folder = temporaryFolder();
  const dir = join(folder.path, "repository.git");
  const bytes = (args: readonly string[], { input = "", env = {} }: GitOptions = {}): Buffer => {
    const person = { NAME: "Octo Cat", EMAIL: "octocat@example.org", DATE: clock.now() };
    const people = ["AUTHOR", "COMMITTER"].flatMap((role) =>
      Object.entries(person).map(([key, value]) => [`GIT_${role}_${key}`, value] as const),
    );
    const { status, stdout, stderr, error } = spawnSync("git", ["--git-dir", dir, ...args], {
      input,
      env: { ...gitEnvironment(folder.path), ...Object.fromEntries(people), ...env },
      maxBuffer: 1 << 30,
    });
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.toString().trim()}`);
    return stdout;
  };
  const git: BareRepository["git"] = (args, options) => bytes(args, options).toString();
  const answers = new Map<string, string>();
  const settled: BareRepository["settled"] = (args, options) => {
    const key = args.join("\0");
    const answer = answers.get(key) ?? git(args, options);
    answers.set(key, answer);
    return answer;
  };
  const resolve = (name: string): string | null => {
    if (name === "" || name.startsWith("-")) return null;
    for (const candidate of [name, `refs/${name}`, refOf(name)]) {
      try {
        return git(["rev-parse", "--verify", "--quiet", `${candidate}^{commit}`]).trim();
      } catch {
        // The next way to read the name.
      }
    }
    return null;
  };
  git(["init", "--quiet", "--bare", "--initial-branch=main"]);
  // As on GitHub: every commit can be fetched by its SHA, and a fork's branches are not this repository's.
  git(["config", "uploadpack.allowAnySHA1InWant", "true"]);
  git(["config", "transfer.hideRefs", "refs/forks"]);
  git(["config", "http.receivepack", "false"]);
  return {
    dir,
    git,
    bytes,
    settled,
    resolve,
    commit(branch, files, options = {}) {
      const ref = refOf(branch);
      const from = options.from ?? (resolve(ref) === null ? "main" : ref);
      const parent = resolve(from);
      if (parent === null && branch !== "main")
        throw new Error(`nothing to start ${branch} from: no ${from}`);
      git(["fast-import", "--quiet", "--force"], {
        input: fastImport({ ref, parent, files, date: clock.now(), ...options }),
      });
      return git(["rev-parse", ref]).trim();
    },
    typeOf(sha) {
      const [, type = "missing"] = git(["cat-file", "--batch-check"], { input: `${sha}\n` })
        .trim()
        .split(" ");
      return ["commit", "tree", "blob", "tag"].includes(type) ? type : null;
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
