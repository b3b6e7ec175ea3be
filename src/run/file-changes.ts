import type { FileRewrite } from "../engine/rewrite-files.ts";
import type { FileChange } from "../report/diff.ts";

/** Rewritten files as the diff wants them: one character a byte. */
export function fileChanges(rewrites: readonly FileRewrite[]): readonly FileChange[] {
  return rewrites.map(({ path, newPath, before, content }) => ({
    path,
    newPath,
    before: byteString(before),
    after: byteString(content),
  }));
}

function byteString(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("latin1");
}
