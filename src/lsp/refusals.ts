import type { Connection } from "./connection.ts";
import { isRecord } from "./is-record.ts";

/** Collects what the server would show to a person in a message box while it works on a request. */
export function collectMessages(connection: Connection): { readonly texts: readonly string[]; end(): void } {
  const texts: string[] = [];
  const end = connection.subscribe(({ method, params }) => {
    if (method !== "window/showMessage" && method !== "window/showMessageRequest") return;
    if (isRecord(params) && typeof params["message"] === "string") texts.push(params["message"]);
  });
  return { texts, end };
}
