import { changedFiles } from "./changed-files.ts";
import { labelJson } from "./label-json.ts";
import { mergeBase } from "./merge-base.ts";
import { repositoryJson } from "./repository-json.ts";
import { apiUrl, type World } from "./world.ts";

/** A pull request as `pulls/get` and payloads show it, from the state as it is now. */
export function pullJson(world: World, number: number) {
  const pull = world.pulls.get(number);
  const headSha = world.pulls.headSha(number);
  const baseSha = world.pulls.baseSha(number);
  const mergeSha = pull.state === "open" ? world.pulls.mergeSha(number) : null;
  const colon = pull.head.indexOf(":");
  const owner = colon < 0 ? world.owner : pull.head.slice(0, colon);
  const head = pull.head.slice(colon + 1);
  const base = repositoryJson(world.url, world.owner, world.name, false);
  const files = changedFiles(world.repository, mergeBase(world.repository, baseSha, headSha), headSha);
  return {
    id: 1_000_000 + number,
    node_id: `PR_${number}`,
    number,
    url: `${apiUrl(world)}/pulls/${number}`,
    html_url: `${base.html_url}/pull/${number}`,
    state: pull.state,
    locked: false,
    title: pull.title,
    body: null,
    draft: pull.draft,
    merged: pull.merged,
    mergeable: mergeSha !== null,
    mergeable_state: mergeSha === null ? "dirty" : "clean",
    merge_commit_sha: mergeSha,
    user: pull.author,
    labels: pull.labels.map((name) => labelJson(world, name)),
    created_at: pull.created_at,
    updated_at: pull.events.at(-1)?.created_at ?? pull.created_at,
    closed_at: pull.state === "closed" ? (pull.events.at(-1)?.created_at ?? pull.created_at) : null,
    merged_at: pull.merged ? (pull.events.at(-1)?.created_at ?? pull.created_at) : null,
    maintainer_can_modify: false,
    author_association: colon < 0 ? "MEMBER" : "CONTRIBUTOR",
    comments: world.comments.on(number).length,
    commits: Number(world.repository.settled(["rev-list", "--count", `${baseSha}..${headSha}`])),
    changed_files: files.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    head: {
      label: `${owner}:${head}`,
      ref: head,
      sha: headSha,
      user: repositoryJson(world.url, owner, world.name, false).owner,
      repo: pull.headDeleted ? null : repositoryJson(world.url, owner, world.name, colon >= 0),
    },
    base: {
      label: `${world.owner}:${pull.base}`,
      ref: pull.base,
      sha: baseSha,
      user: base.owner,
      repo: base,
    },
  };
}
