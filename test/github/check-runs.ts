import { notAccessible, notFound, ApiError } from "./api-error.ts";
import type { Clock } from "./clock.ts";
import { type Fields } from "./fields.ts";
import type { App, Identity } from "./identity.ts";

/** An annotation as it was sent; what was left out is null. */
export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column: number | null;
  readonly end_column: number | null;
  readonly annotation_level: string;
  readonly message: string;
  readonly title: string | null;
  readonly raw_details: string | null;
}

export interface CheckRun {
  readonly id: number;
  readonly name: string;
  readonly head_sha: string;
  readonly external_id: string | null;
  readonly details_url: string | null;
  readonly status: string;
  readonly conclusion: string | null;
  readonly started_at: string;
  readonly completed_at: string | null;
  readonly app: App;
  readonly title: string | null;
  readonly summary: string | null;
  readonly text: string | null;
  /** All that were ever sent: an update appends. */
  readonly annotations: readonly Annotation[];
}

/** The check runs of the repository, in the order of their creation. */
export interface CheckRuns {
  readonly all: readonly CheckRun[];
  get(id: number): CheckRun;
  create(body: Fields, identity: Identity): CheckRun;
  update(id: number, body: Fields, identity: Identity): CheckRun;
}

export function checkRuns(clock: Clock): CheckRuns {
  const runs: CheckRun[] = [];
  const get = (id: number): CheckRun => runs[id - 1] ?? notFound();
  return {
    all: runs,
    get,
    create(body, identity) {
      const run: CheckRun = {
        id: runs.length + 1,
        name: body.text("name"),
        head_sha: body.text("head_sha"),
        external_id: "",
        details_url: null,
        status: "queued",
        conclusion: null,
        started_at: clock.now(),
        completed_at: null,
        app: appOf(identity),
        title: null,
        summary: null,
        text: null,
        annotations: [],
      };
      runs.push(changed(run, body, clock));
      return get(runs.length);
    },
    update(id, body, identity) {
      if (get(id).app.id !== appOf(identity).id) notAccessible();
      runs[id - 1] = changed(get(id), body, clock);
      return get(id);
    },
  };
}

function changed(run: CheckRun, body: Fields, clock: Clock): CheckRun {
  const conclusion = body.textOrNull("conclusion") ?? body.textOrNull("completed_at");
  const status = conclusion === null ? (body.textOrNull("status") ?? run.status) : "completed";
  const done = status === "completed";
  const output = body.fieldsOrNull("output");
  return {
    ...run,
    name: body.textOrNull("name") ?? run.name,
    external_id: body.textOrNull("external_id") ?? run.external_id,
    details_url: body.textOrNull("details_url") ?? run.details_url,
    started_at: body.textOrNull("started_at") ?? run.started_at,
    status,
    conclusion: done ? (body.textOrNull("conclusion") ?? run.conclusion) : null,
    completed_at: done ? (body.textOrNull("completed_at") ?? run.completed_at ?? clock.now()) : null,
    title: output?.textOrNull("title") ?? run.title,
    summary: output?.textOrNull("summary") ?? run.summary,
    text: output?.textOrNull("text") ?? run.text,
    annotations: [...run.annotations, ...(output?.objects("annotations") ?? []).map(annotation)],
  };
}

function annotation(sent: Fields): Annotation {
  return {
    path: sent.text("path"),
    start_line: sent.number("start_line"),
    end_line: sent.number("end_line"),
    start_column: sent.numberOrNull("start_column"),
    end_column: sent.numberOrNull("end_column"),
    annotation_level: sent.text("annotation_level"),
    message: sent.text("message"),
    title: sent.textOrNull("title"),
    raw_details: sent.textOrNull("raw_details"),
  };
}

/** Only Apps may write check runs. */
function appOf({ app }: Identity): App {
  if (app === null) throw new ApiError(403, "You must authenticate via a GitHub App.");
  return app;
}
