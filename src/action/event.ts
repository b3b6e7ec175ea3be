/** What started the workflow, as far as it matters here. */
export type Event =
  | {
      readonly kind: "pull_request";
      /** As in `opened`, `labeled`. */
      readonly action: string;
      readonly number: number;
      /** The head when the event happened, whatever it is now. */
      readonly headSha: string;
      /** The label that was put on or taken off; null for other actions. */
      readonly label: string | null;
      readonly sender: { readonly login: string; readonly isPerson: boolean };
    }
  | {
      readonly kind: "merge_group";
      readonly action: string;
      readonly headSha: string;
      readonly baseSha: string;
    }
  | { readonly kind: "other"; readonly name: string };

export type PullRequestEvent = Event & { readonly kind: "pull_request" };
export type MergeGroupEvent = Event & { readonly kind: "merge_group" };

/** Reads the payload of an event (GitHub, "Webhook events and payloads"). Throws an Error for one that lacks its parts. */
export function readEvent(name: string, payload: unknown): Event {
  if (name === "pull_request") {
    const label = at(payload, "label", "name");
    return {
      kind: "pull_request",
      action: text(payload, "action"),
      number: number(payload, "number"),
      headSha: text(payload, "pull_request", "head", "sha"),
      label: typeof label === "string" ? label : null,
      sender: {
        login: text(payload, "sender", "login"),
        isPerson: at(payload, "sender", "type") === "User",
      },
    };
  }
  if (name === "merge_group") {
    return {
      kind: "merge_group",
      action: text(payload, "action"),
      headSha: text(payload, "merge_group", "head_sha"),
      baseSha: text(payload, "merge_group", "base_sha"),
    };
  }
  return { kind: "other", name };
}

function at(value: unknown, ...keys: readonly string[]): unknown {
  let found: unknown = value;
  for (const key of keys) {
    if (typeof found !== "object" || found === null || !(key in found)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

function text(value: unknown, ...keys: readonly string[]): string {
  const found = at(value, ...keys);
  if (typeof found === "string" && found !== "") return found;
  throw new Error(`the payload of the event has no ${keys.join(".")}`);
}

function number(value: unknown, ...keys: readonly string[]): number {
  const found = at(value, ...keys);
  if (typeof found === "number") return found;
  throw new Error(`the payload of the event has no ${keys.join(".")}`);
}
