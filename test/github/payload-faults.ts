import { schemaCheck, type SchemaCheck } from "./schema-check.ts";
import { type WebhookName, WEBHOOKS } from "./webhooks.ts";

const CHECKS = new Map<WebhookName, SchemaCheck>();

/** What GitHub's schema says against a payload; empty when nothing. */
export function payloadFaults(name: WebhookName, payload: unknown): readonly string[] {
  const check = CHECKS.get(name) ?? schemaCheck({ ...WEBHOOKS.events[name], $defs: WEBHOOKS.$defs });
  CHECKS.set(name, check);
  return check(payload);
}
