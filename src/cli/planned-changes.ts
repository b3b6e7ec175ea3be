import type { Workspace } from "../engine/ports.ts";
import { applyEdits } from "../model/text-edit.ts";
import type { FileEdit } from "../model/text-edit.ts";
import type { FileChange } from "../report/diff.ts";
import { byteString } from "./record-writes.ts";

/** What a dry run would write. A file that changed since, or cannot be read any more, is an Error. */
export async function plannedChanges(
  changes: readonly FileEdit[],
  workspace: Workspace,
): Promise<readonly FileChange[]> {
  const result: FileChange[] = [];
  for (const { path, preimage, edits } of changes) {
    const before = await workspace.read(path);
    const decoded = workspace.sha256(before) === preimage ? workspace.decodePython(before) : null;
    const text = decoded?.ok === true ? applyEdits(decoded.text, edits) : null;
    const after =
      decoded?.ok === true && text !== null ? workspace.encode(text, decoded.encoding, decoded.bom) : null;
    if (after === null) throw new Error(`${path} changed while the diff was made`);
    result.push({ path, before: byteString(before), after: byteString(after) });
  }
  return result;
}
