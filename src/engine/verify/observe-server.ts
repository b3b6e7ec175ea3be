import type { LanguageServer } from "../ports.ts";

/** A server whose raw answers are remembered, so that the proof can hold what was made of them against them. */
export interface ObservedServer extends LanguageServer {
  /** Places that a rename which was asked for would change, as `placeKey` writes them. */
  readonly proposed: ReadonlySet<string>;
}

/** Opening a file that is open already does nothing. */
export function observeServer(server: LanguageServer): ObservedServer {
  const opened = new Set<string>();
  const proposed = new Set<string>();
  return {
    ...server,
    proposed,
    open(path, text) {
      if (opened.has(path)) return;
      opened.add(path);
      server.open(path, text);
    },
    async rename(path, position, newName) {
      const answer = await server.rename(path, position, newName);
      for (const { path: edited, range } of answer.ok ? answer.edits : []) {
        if (edited !== null) proposed.add(placeKey(edited, range.start));
      }
      return answer;
    },
  };
}

export function placeKey(
  path: string,
  { line, character }: { readonly line: number; readonly character: number },
): string {
  return `${path}:${line}:${character}`;
}
