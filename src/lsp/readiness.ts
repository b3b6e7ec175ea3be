import { isRecord } from "./is-record.ts";
import type { ServerMessage } from "./connection.ts";

/**
 * How many source files a log message of the server says that it found; null for any other message. The server writes
 * it once it has read its configuration and listed its files; a rename that is asked for earlier is silently partial.
 */
export function sourceFilesFound({ method, params }: ServerMessage): number | null {
  if (method !== "window/logMessage" || !isRecord(params)) return null;
  const text = params["message"];
  if (typeof text !== "string") return null;
  if (/^No source files found\b/.test(text)) return 0;
  const found = /^Found (\d+) source files?\b/.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
