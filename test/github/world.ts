import { account } from "./account.ts";
import { type BareRepository, bareRepository } from "./bare-repository.ts";
import { type CheckRuns, checkRuns } from "./check-runs.ts";
import { type Clock, clock } from "./clock.ts";
import { type Comments, comments } from "./comments.ts";
import { type People, people } from "./people.ts";
import { type PullRequests, pullRequests } from "./pull-requests.ts";
import { type Statuses, statuses } from "./statuses.ts";

/** All that the double holds: one repository, and what GitHub keeps about it. */
export interface World extends Disposable {
  readonly owner: string;
  readonly name: string;
  /** Known once the server listens. */
  url: string;
  readonly clock: Clock;
  readonly repository: BareRepository;
  readonly people: People;
  readonly pulls: PullRequests;
  readonly checks: CheckRuns;
  readonly statuses: Statuses;
  readonly comments: Comments;
}

export function world(): World {
  const time = clock();
  const repository = bareRepository(time);
  const roles = people();
  roles.setRole(account("octo").login, "admin");
  return {
    owner: "octo",
    name: "app",
    url: "",
    clock: time,
    repository,
    people: roles,
    pulls: pullRequests(repository, time),
    checks: checkRuns(time),
    statuses: statuses(time),
    comments: comments(time),
    [Symbol.dispose]: () => repository[Symbol.dispose](),
  };
}

/** Where the repository's part of the API is. */
export function apiUrl({ url, owner, name }: World): string {
  return `${url}/repos/${owner}/${name}`;
}
