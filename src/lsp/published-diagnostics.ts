import { fileURLToPath } from "node:url";
import type { Connection } from "./connection.ts";
import { isRecord } from "./is-record.ts";

/** What the server has published by itself, for servers that do not answer `textDocument/diagnostic`. */
export interface PublishedDiagnostics {
  /** The items for a document, now or as soon as they are published. Unread, as they came. */
  of(uri: string): Promise<unknown>;
}

export function publishedDiagnostics(connection: Connection): PublishedDiagnostics {
  const published = new Map<string, PromiseWithResolvers<unknown>>();
  const entry = (uri: string): PromiseWithResolvers<unknown> => {
    const key = fileKey(uri);
    const known = published.get(key);
    if (known !== undefined) return known;
    const fresh = Promise.withResolvers<unknown>();
    published.set(key, fresh);
    return fresh;
  };
  connection.subscribe(({ method, params }) => {
    if (method !== "textDocument/publishDiagnostics" || !isRecord(params)) return;
    if (typeof params["uri"] === "string") entry(params["uri"]).resolve(params["diagnostics"]);
  });
  return { of: (uri) => entry(uri).promise };
}

/** Two programs may escape different characters of one path. */
function fileKey(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}
