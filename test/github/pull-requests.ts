import { type Account, account } from "./account.ts";
import { notFound } from "./api-error.ts";
import type { BareRepository } from "./bare-repository.ts";
import { refOf } from "./ref-of.ts";
import { mergeCommit } from "./merge-commit.ts";
import type { Clock } from "./clock.ts";
import type { App } from "./identity.ts";

/** What a test opens a pull request with. */
export interface PullOptions {
  /** The next free number unless given. */
  readonly number?: number;
  /** A branch; one of a fork is "owner:branch". */
  readonly head: string;
  /** main, unless given. */
  readonly base?: string;
  readonly title?: string;
  readonly draft?: boolean;
  /** The login of a person, or of a bot ("dependabot[bot]"); the owner of a fork's branch, or octocat. */
  readonly author?: string;
  readonly labels?: readonly string[];
}

/** What happened to a pull request, as the events of an issue show it. */
export interface IssueEvent {
  readonly id: number;
  readonly event: "labeled" | "unlabeled" | "closed" | "reopened" | "merged";
  readonly actor: Account;
  readonly created_at: string;
  readonly label?: string;
  readonly app: App | null;
}

export interface Pull {
  readonly number: number;
  readonly title: string;
  readonly head: string;
  readonly base: string;
  readonly draft: boolean;
  readonly author: Account;
  readonly created_at: string;
  readonly state: "open" | "closed";
  readonly merged: boolean;
  /** The fork of the head is gone. */
  readonly headDeleted: boolean;
  readonly labels: readonly string[];
  readonly events: readonly IssueEvent[];
}

/** Who acts; `app` when by an App's token. */
export interface Actor {
  readonly account: Account;
  readonly app: App | null;
}

/** The pull requests of the repository. A number that does not exist is a 404. */
export interface PullRequests {
  open(options: PullOptions): Pull;
  get(number: number): Pull;
  label(number: number, name: string, actor: Actor): void;
  /** False when it does not have the label. */
  unlabel(number: number, name: string, actor: Actor): boolean;
  close(number: number, actor: Actor, merged: boolean): void;
  reopen(number: number, actor: Actor): void;
  deleteFork(number: number): void;
  /** The live head: the tip of its branch, or what it was last when the branch is gone. */
  headSha(number: number): string;
  baseSha(number: number): string;
  /** Brings refs/pull/N/head and refs/pull/N/merge up to date, as GitHub does after every push. */
  updateRefs(): void;
  /** The test-merge commit, which is GITHUB_SHA in a run of `pull_request`; null when it conflicts. */
  mergeSha(number: number): string | null;
}

export function pullRequests(repository: BareRepository, clock: Clock): PullRequests {
  const pulls = new Map<number, Pull>();
  let events = 0;
  const get = (number: number): Pull => pulls.get(number) ?? notFound();
  const change = (number: number, changes: Partial<Pull>): void =>
    void pulls.set(number, { ...get(number), ...changes });
  const record = (number: number, event: IssueEvent["event"], actor: Actor, label?: string): void => {
    const entry = { id: ++events, event, actor: actor.account, created_at: clock.now(), app: actor.app };
    change(number, {
      events: [...get(number).events, { ...entry, ...(label === undefined ? {} : { label }) }],
    });
  };
  const headSha = (number: number): string => {
    const ref = `refs/pull/${number}/head`;
    const sha = repository.resolve(refOf(get(number).head)) ?? repository.resolve(ref) ?? notFound();
    if (sha !== repository.resolve(ref)) repository.git(["update-ref", ref, sha]);
    return sha;
  };
  const baseSha = (number: number): string => repository.resolve(refOf(get(number).base)) ?? notFound();
  const mergeSha = (number: number): string | null =>
    mergeCommit(
      repository,
      baseSha(number),
      headSha(number),
      `Merge ${headSha(number)} into ${baseSha(number)}`,
    );
  const label: PullRequests["label"] = (number, name, actor) => {
    const { labels } = get(number);
    if (labels.some((other) => same(other, name))) return;
    change(number, { labels: [...labels, name] });
    record(number, "labeled", actor, name);
  };
  return {
    get,
    label,
    headSha,
    baseSha,
    mergeSha,
    open(options) {
      const number = options.number ?? Math.max(0, ...pulls.keys()) + 1;
      const { head, base = "main", title = `Pull request ${number}`, draft = false, labels = [] } = options;
      const owner = head.includes(":") ? head.slice(0, head.indexOf(":")) : "octocat";
      const author = account(options.author ?? owner);
      const state = { state: "open", merged: false, headDeleted: false, labels: [], events: [] } as const;
      pulls.set(number, { number, title, head, base, draft, author, created_at: clock.now(), ...state });
      headSha(number);
      for (const name of labels) label(number, name, { account: author, app: null });
      return get(number);
    },
    unlabel(number, name, actor) {
      const { labels } = get(number);
      const found = labels.find((other) => same(other, name));
      if (found === undefined) return false;
      change(number, { labels: labels.filter((other) => other !== found) });
      record(number, "unlabeled", actor, found);
      return true;
    },
    close(number, actor, merged) {
      change(number, { state: "closed", merged });
      if (merged) record(number, "merged", actor);
      record(number, "closed", actor);
    },
    reopen(number, actor) {
      change(number, { state: "open" });
      record(number, "reopened", actor);
    },
    deleteFork(number) {
      headSha(number);
      repository.git(["update-ref", "-d", refOf(get(number).head)]);
      change(number, { headDeleted: true });
    },
    updateRefs() {
      for (const number of pulls.keys()) {
        const ref = `refs/pull/${number}/merge`;
        const sha = mergeSha(number);
        if (sha !== null && sha !== repository.resolve(ref)) repository.git(["update-ref", ref, sha]);
      }
    },
  };
}

/** Names of labels are equal whatever their case. */
function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
