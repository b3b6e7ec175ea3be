import { account } from "./account.ts";
import { api } from "./api.ts";
import type { BareRepository } from "./bare-repository.ts";
import { refOf } from "./ref-of.ts";
import type { CheckRun } from "./check-runs.ts";
import type { Clock } from "./clock.ts";
import type { Comment } from "./comments.ts";
import { type Faults, faults } from "./faults.ts";
import { distance, type When } from "./when.ts";
import { actionsIdentity, appIdentity, personIdentity } from "./identity.ts";
import type { Role } from "./people.ts";
import type { Actor, Pull, PullOptions } from "./pull-requests.ts";
import { mergeCommit } from "./merge-commit.ts";
import { type LoggedRequest, requestLog } from "./request-log.ts";
import { serve } from "./serve.ts";
import type { Status } from "./statuses.ts";
import { type World, world } from "./world.ts";

/** A group of pull requests that the merge queue has merged to try them. */
export interface MergeGroup {
  readonly head_sha: string;
  /** Such as "refs/heads/gh-readonly-queue/main/pr-1-<base SHA>". */
  readonly head_ref: string;
  readonly base_sha: string;
  readonly base_ref: string;
}

/**
 * GitHub for one repository, over loopback: an HTTP server with its state in memory and a real bare git repository
 * behind it. Every request is checked against GitHub's published description. Ends with an `await using` block.
 */
export interface GitHubDouble extends AsyncDisposable {
  /** For GITHUB_API_URL and GITHUB_SERVER_URL; GraphQL is below it at /graphql. No slash at the end. */
  readonly url: string;
  readonly graphqlUrl: string;
  /** For git: fetches by branch, by refs/pull/N/head and merge, and by SHA; with a token as the password. */
  readonly cloneUrl: string;
  readonly repository: "octo/app";
  /** Of a job: acts as github-actions[bot]. */
  readonly token: string;
  /** Of an App of its own: acts as rename-app[bot]. */
  readonly pushToken: string;
  /** Of a person, octocat: can write no check runs. */
  readonly personalToken: string;
  /** The bare repository, absolute; and git in it. */
  readonly gitDir: string;
  readonly git: BareRepository["git"];
  readonly commit: BareRepository["commit"];
  /** The SHA of a branch ("owner:branch" for a fork's). */
  head(branch: string): string;
  readonly clock: Clock;
  readonly world: World;

  openPull(options: PullOptions): Pull;
  pull(number: number): Pull;
  /** Somebody sets a label, or takes it away; a bot by its login. */
  label(number: number, name: string, by: string): void;
  unlabel(number: number, name: string, by: string): void;
  close(number: number, by: string, how?: "merged" | "closed"): void;
  reopen(number: number, by: string): void;
  /** Deletes the fork that the head is in. */
  deleteFork(number: number): void;
  /** Merges pull requests into the queue's branch, in order. */
  queue(...numbers: readonly number[]): MergeGroup;
  setRole(login: string, role: Role): void;
  comment(number: number, body: string, by: string): Comment;
  comments(number: number): readonly Comment[];
  readonly checkRuns: readonly CheckRun[];
  /** All statuses, oldest first. */
  readonly statuses: readonly Status[];
  /** The newest status of a context on a commit; null when there is none. */
  status(sha: string, context: string): Status | null;

  /** From now on every write is answered with a 403, as for the token of a fork's run; `false` ends that. */
  setReadOnly(value: boolean): void;
  readonly fail: Faults["fail"];
  /** Calls back once, after the request has been carried out and before it is answered. */
  onRequest(when: When, callback: () => void | Promise<void>): void;
  /** The requests to the API in their order; those of git are not among them. */
  readonly requests: readonly LoggedRequest[];
  /** Method and path of each request of git. */
  readonly gitRequests: readonly string[];
  /** What a well-behaved client would not have sent. A test that expects none says so. */
  readonly problems: readonly string[];
}

export async function githubDouble(): Promise<GitHubDouble> {
  const state = world();
  const { repository, pulls, checks, statuses, comments, people } = state;
  const identities = [actionsIdentity(), appIdentity("rename-app"), personIdentity("octocat")] as const;
  const person = (login: string): Actor =>
    identities.find((identity) => identity.account.login === login) ?? { account: account(login), app: null };
  const log = requestLog();
  const ordered = faults();
  const hooks: { readonly when: When; readonly callback: () => void | Promise<void> }[] = [];
  const problems: string[] = [];
  const gitRequests: string[] = [];
  let readOnly = false;
  const server = await serve(state, {
    api: api(state, () => readOnly),
    log,
    identities,
    faultOf: (index, operation, occurrence) => ordered.of(index, operation, occurrence),
    async afterRequest(index, operation, occurrence) {
      for (const { when, callback } of hooks) {
        if (distance(when, index, operation, occurrence) === 0) await callback();
      }
    },
    report: (problem) => void problems.push(problem),
    gitRequest: (line) => void gitRequests.push(line),
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  state.url = `http://127.0.0.1:${address.port}`;
  return {
    url: state.url,
    graphqlUrl: `${state.url}/graphql`,
    cloneUrl: `${state.url}/octo/app.git`,
    repository: "octo/app",
    token: identities[0].token,
    pushToken: identities[1].token,
    personalToken: identities[2].token,
    gitDir: repository.dir,
    git: (args, options) => repository.git(args, options),
    commit: (branch, files, options) => repository.commit(branch, files, options),
    head: (branch) => repository.git(["rev-parse", "--verify", refOf(branch)]).trim(),
    clock: state.clock,
    world: state,
    openPull: (options) => pulls.open(options),
    pull: (number) => pulls.get(number),
    label: (number, name, by) => pulls.label(number, name, person(by)),
    unlabel: (number, name, by) => void pulls.unlabel(number, name, person(by)),
    close: (number, by, how = "closed") => pulls.close(number, person(by), how === "merged"),
    reopen: (number, by) => pulls.reopen(number, person(by)),
    deleteFork: (number) => pulls.deleteFork(number),
    queue: (...numbers) => mergeGroup(state, numbers),
    setRole: (login, role) => people.setRole(login, role),
    comment: (number, body, by) => comments.create(number, body, person(by)),
    comments: (number) => comments.on(number),
    checkRuns: checks.all,
    statuses: statuses.all,
    status: (sha, context) =>
      statuses.newest(sha).find((one) => one.context.toLowerCase() === context.toLowerCase()) ?? null,
    setReadOnly(value) {
      readOnly = value;
    },
    fail: (when, how, times) => ordered.fail(when, how, times),
    onRequest: (when, callback) => void hooks.push({ when, callback }),
    requests: log.all,
    gitRequests,
    problems,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      state[Symbol.dispose]();
    },
  };
}

function mergeGroup({ repository, pulls }: World, numbers: readonly number[]): MergeGroup {
  const base = repository.git(["rev-parse", "refs/heads/main"]).trim();
  let head = base;
  for (const number of numbers) {
    const merged = mergeCommit(repository, head, pulls.headSha(number), `Merge pull request #${number}`);
    if (merged === null) throw new Error(`pull request ${number} conflicts`);
    head = merged;
  }
  const ref = `refs/heads/gh-readonly-queue/main/pr-${numbers.at(-1)}-${base}`;
  repository.git(["update-ref", ref, head]);
  return { head_sha: head, head_ref: ref, base_sha: base, base_ref: "refs/heads/main" };
}
