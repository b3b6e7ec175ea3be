import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Schema } from "./operations.ts";

/** An event and its action, as the cut of the webhooks' description names them. */
export type WebhookName =
  | "merge-group-checks-requested"
  | `pull-request-${"closed" | "edited" | "labeled" | "opened" | "reopened" | "synchronize" | "unlabeled"}`;

/** The cut of the description: the schema of each payload, and the definitions that they refer to. */
export interface Webhooks {
  readonly events: Readonly<Record<WebhookName, Schema>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

export const WEBHOOKS: Webhooks = JSON.parse(
  readFileSync(join(import.meta.dirname, "webhooks.json"), "utf8"),
);
