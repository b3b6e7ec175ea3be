import type { Conflict } from "../../model/conflict.ts";
import { conflict } from "../../model/conflict.ts";
import type { Decoded } from "../../model/decoded.ts";
import type { FileEdit } from "../../model/text-edit.ts";
import type { Workspace } from "../ports.ts";
import type { FileRewrite } from "../rewrite-files.ts";
import { changedText } from "./changed-text.ts";

/** Taking the edits back from the bytes that are about to be written gives the bytes that lie there now. */
export function verifyInverse(
  rewrites: readonly FileRewrite[],
  changes: readonly FileEdit[],
  workspace: Workspace,
): Conflict | null {
  const edits = new Map(changes.map((change) => [change.path, change.edits]));
  for (const { path, before, content, isPython } of rewrites) {
    if (path === null || before === content) continue;
    const decode = (bytes: Uint8Array): Decoded =>
      isPython ? workspace.decodePython(bytes) : workspace.decodeText(bytes);
    const [old, now] = [decode(before), decode(content)];
    const back = old.ok && now.ok ? undone(old.text, now.text, edits.get(path) ?? []) : null;
    const bytes = old.ok && back !== null ? workspace.encode(back, old.encoding, old.bom) : null;
    if (bytes !== null && workspace.sha256(bytes) === workspace.sha256(before)) continue;
    const message = `Taking the edits of ${path} back does not give what it is now. Nothing was written; please report this.`;
    return conflict("verify/rename-back", "", message, { path });
  }
  return null;
}

function undone(before: string, after: string, edits: FileEdit["edits"]): string {
  let text = "";
  let done = 0;
  for (const { start, end, newStart, newEnd } of changedText(before, after, edits).spans) {
    text += after.slice(done, newStart) + before.slice(start, end);
    done = newEnd;
  }
  return text + after.slice(done);
}
