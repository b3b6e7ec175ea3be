import { notFound } from "./api-error.ts";
import type { Clock } from "./clock.ts";
import type { Actor } from "./pull-requests.ts";

export interface Comment extends Actor {
  readonly id: number;
  /** The number of the pull request. */
  readonly issue: number;
  readonly body: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The comments on pull requests. An id that does not exist is a 404. */
export interface Comments {
  /** On one pull request, oldest first. */
  on(issue: number): readonly Comment[];
  create(issue: number, body: string, actor: Actor): Comment;
  /** Whoever may write may change a comment of somebody else. */
  update(id: number, body: string): Comment;
  remove(id: number): void;
}

export function comments(clock: Clock): Comments {
  const all = new Map<number, Comment>();
  let last = 0;
  const get = (id: number): Comment => all.get(id) ?? notFound();
  return {
    on: (issue) => [...all.values()].filter((comment) => comment.issue === issue),
    create(issue, body, { account, app }) {
      const at = clock.now();
      const comment = { id: ++last, issue, body, account, app, created_at: at, updated_at: at };
      all.set(comment.id, comment);
      return comment;
    },
    update(id, body) {
      all.set(id, { ...get(id), body, updated_at: clock.now() });
      return get(id);
    },
    remove(id) {
      get(id);
      all.delete(id);
    },
  };
}
