import { ApiError } from "./api-error.ts";
import type { Call, Handler, Routes } from "./call.ts";
import type { Comment } from "./comments.ts";
import { fields } from "./fields.ts";
import { labelJson } from "./label-json.ts";
import { page } from "./page.ts";
import type { IssueEvent } from "./pull-requests.ts";
import { apiUrl, type World } from "./world.ts";

/** What a pull request shares with issues: comments, labels, events. */
export function issueRoutes(world: World): Routes {
  const { pulls, comments } = world;
  const numberOf = (call: Call): number => pulls.get(call.parameters.number("issue_number")).number;
  const labelsOf = (number: number) => pulls.get(number).labels.map((name) => labelJson(world, name));
  const eventsOf = (number: number) => pulls.get(number).events.map((event) => eventJson(world, event));
  const json = (comment: Comment) => commentJson(world, comment);
  return new Map<string, Handler>([
    [
      "issues/list-comments",
      (call) => {
        const since = call.parameters.textOrNull("since") ?? "";
        const found = comments.on(numberOf(call)).filter((comment) => comment.updated_at >= since);
        return page(call, found.map(json));
      },
    ],
    [
      "issues/create-comment",
      (call) => ({
        status: 201,
        body: json(comments.create(numberOf(call), call.body.text("body"), call.identity)),
      }),
    ],
    [
      "issues/update-comment",
      ({ parameters, body }) => ({
        status: 200,
        body: json(comments.update(parameters.number("comment_id"), body.text("body"))),
      }),
    ],
    [
      "issues/delete-comment",
      ({ parameters }) => {
        comments.remove(parameters.number("comment_id"));
        return { status: 204 };
      },
    ],
    ["issues/list-labels-on-issue", (call) => page(call, labelsOf(numberOf(call)))],
    [
      "issues/add-labels",
      (call) => {
        const number = numberOf(call);
        for (const name of namesOf(call)) pulls.label(number, name, call.identity);
        return { status: 200, body: labelsOf(number) };
      },
    ],
    [
      "issues/remove-label",
      (call) => {
        const number = numberOf(call);
        if (!pulls.unlabel(number, call.parameters.text("name"), call.identity)) {
          throw new ApiError(404, "Label does not exist");
        }
        return { status: 200, body: labelsOf(number) };
      },
    ],
    ["issues/list-events", (call) => page(call, eventsOf(numberOf(call)))],
    [
      "issues/list-events-for-timeline",
      (call) => {
        const number = numberOf(call);
        const said = comments.on(number).map((comment) => ({
          event: "commented",
          actor: comment.account,
          ...json(comment),
        }));
        return page(
          call,
          [...eventsOf(number), ...said].sort((a, b) => a.created_at.localeCompare(b.created_at)),
        );
      },
    ],
  ]);
}

/** A label is sent as its name, or as an object that has one. */
function namesOf({ body }: Call): readonly string[] {
  const sent = body.raw["labels"];
  return (Array.isArray(sent) ? sent : []).map((label: unknown) =>
    typeof label === "string" ? label : fields(label).text("name"),
  );
}

function commentJson(world: World, { id, issue, body, account, app, created_at, updated_at }: Comment) {
  return {
    id,
    node_id: `IC_${id}`,
    url: `${apiUrl(world)}/issues/comments/${id}`,
    html_url: `${world.url}/${world.owner}/${world.name}/pull/${issue}#issuecomment-${id}`,
    issue_url: `${apiUrl(world)}/issues/${issue}`,
    body,
    user: account,
    created_at,
    updated_at,
    author_association: "NONE",
    performed_via_github_app: app,
  };
}

function eventJson(world: World, { id, event, actor, created_at, label, app }: IssueEvent) {
  return {
    id,
    node_id: `LE_${id}`,
    url: `${apiUrl(world)}/issues/events/${id}`,
    actor,
    event,
    commit_id: null,
    commit_url: null,
    created_at,
    performed_via_github_app: app,
    ...(label === undefined ? {} : { label: { name: label, color: "ededed" } }),
  };
}
