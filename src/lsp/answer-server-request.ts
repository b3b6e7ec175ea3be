import { isRecord } from "./is-record.ts";

/**
 * The answer to a request of the server. `settings` maps a section of `workspace/configuration` to its value. All
 * other requests (registrations, progress, refreshes, message boxes, unknown ones) are answered with null, which means
 * "done" or "no button was pressed"; basedpyright 1.40.1 ends itself when a message box is answered with an error.
 */
export function answerServerRequest(
  method: string,
  params: unknown,
  settings: Readonly<Record<string, unknown>>,
): unknown {
  if (method !== "workspace/configuration" || !isRecord(params)) return null;
  const { items } = params;
  if (!Array.isArray(items)) return null;
  return items.map((item: unknown) => {
    const section = isRecord(item) && typeof item["section"] === "string" ? item["section"] : "";
    return settings[section] ?? null;
  });
}
