import type { Conflict } from "../../model/conflict.ts";
import { conflict } from "../../model/conflict.ts";
import { placeAt } from "../place-at.ts";
import type { ProposedEdit } from "../ports.ts";
import type { EditSpan } from "./changed-text.ts";
import type { ChangedFile } from "./changed-tree.ts";
import { placeKey } from "./observe-server.ts";
import type { ServerProof } from "./proof.ts";
import { areSamePlaces } from "./same-place.ts";
import { shownAfter, shownBefore } from "./show-state.ts";

/** A place that is rewritten, and where the server says that what is written there is declared. */
export interface Declaration {
  readonly file: ChangedFile;
  readonly span: EditSpan;
}

/**
 * A rename from the new name to the old one, asked for on the staged copy at each renamed declaration, takes our edits back: all
 * that the server itself proposed for the plan, and nothing else. What it takes besides has been captured.
 */
export async function verifyRenameBack(
  declarations: readonly Declaration[],
  proof: ServerProof,
): Promise<Conflict | null> {
  const undone = new Set<EditSpan>();
  for (const { file, span } of declarations) {
    if (undone.has(span)) continue;
    const oldName = file.before.slice(span.start, span.end);
    // oxlint-disable-next-line no-await-in-loop -- an answer decides whether the next one is needed
    const answer = await proof.staged.rename(
      file.newPath,
      file.linesAfter.positionAt(span.newStart),
      oldName,
    );
    for (const edit of answer.ok ? answer.edits : []) {
      const edited = edit.path === null || edit.fragment ? undefined : proof.tree.byNewPath.get(edit.path);
      if (edited === undefined) continue;
      const ours = spanOf(edit, edited);
      if (ours !== undefined && isOldName(edit.newText, edited.before.slice(ours.start, ours.end)))
        undone.add(ours);
      // oxlint-disable-next-line no-await-in-loop
      else if (!(await meantItBefore(edit, edited, proof))) return captured(edit, edited, file, span);
    }
  }
  for (const file of proof.tree.files.values()) {
    for (const span of declarations.length === 0 ? [] : file.spans) {
      const isProposed = proof.base.proposed.has(
        placeKey(file.path, file.linesBefore.positionAt(span.start)),
      );
      // oxlint-disable-next-line no-await-in-loop -- seldom
      if (isProposed && !undone.has(span) && !(await goesBack(file, span, proof))) return lost(file, span);
    }
  }
  return null;
}

/** The server leaves out the class of a private name that is written outside it: `_Class__name`. */
function isOldName(newText: string, written: string): boolean {
  return (
    written === newText || (newText.startsWith("__") && /^_[^_]/.test(written) && written.endsWith(newText))
  );
}

/** Some uses are reached from themselves alone, before as well as after. */
async function goesBack(file: ChangedFile, span: EditSpan, { staged }: ServerProof): Promise<boolean> {
  // Quoted names are seen once all of the file has been looked at (facts, P12).
  await staged.diagnostics(file.newPath);
  const oldName = file.before.slice(span.start, span.end);
  const position = file.linesAfter.positionAt(span.newStart);
  const answer = await staged.rename(file.newPath, position, oldName);
  return answer.ok && answer.edits.some((edit) => edit.path === file.newPath && spanOf(edit, file) === span);
}

function spanOf({ range }: ProposedEdit, file: ChangedFile): EditSpan | undefined {
  const [start, end] = [range.start, range.end].map((position) => file.linesAfter.offsetAt(position));
  // A name that is kept for those who take it from here stands behind: `new as old`.
  const isRest = (rest: string) => rest === "" || /^\s+as\s+[\p{XID_Continue}]+$/u.test(rest);
  return file.spans.find(
    ({ newStart, newEnd }) =>
      newStart === start && end !== undefined && end <= newEnd && isRest(file.after.slice(end, newEnd)),
  );
}

/** A place that had the new name all along, and meant what it means. */
async function meantItBefore(
  { range }: ProposedEdit,
  file: ChangedFile,
  { base, staged, tree }: ServerProof,
): Promise<boolean> {
  const origin = file.linesBefore.positionAt(file.origin(file.linesAfter.offsetAt(range.start)));
  const [before, after] = await Promise.all([
    base.definition(file.path, origin),
    staged.definition(file.newPath, range.start),
  ]);
  return before.length > 0 && areSamePlaces(before, after, tree);
}

function captured({ range }: ProposedEdit, file: ChangedFile, home: ChangedFile, span: EditSpan): Conflict {
  const at = file.linesAfter.offsetAt(range.start);
  const origin = file.origin(at);
  const message =
    "A place that has the new name already would come to mean the renamed symbol. " +
    `Before: ${shownBefore(file, origin)} -> something else. ` +
    `After: ${shownAfter(file, at)} -> ${shownAfter(home, span.newStart)}. ` +
    "Nothing was written. Choose another new name.";
  return conflict(
    "verify/rename-back",
    "",
    message,
    placeAt({ path: file.path, lines: file.linesBefore }, origin),
  );
}

function lost(file: ChangedFile, span: EditSpan): Conflict {
  const message =
    "A place that is rewritten would no longer mean the renamed symbol: renaming back does not reach it. " +
    `Before: ${shownBefore(file, span.start)}. After: ${shownAfter(file, span.newStart)}. ` +
    "Nothing was written. Choose another new name, or change the code there by hand first.";
  return conflict(
    "verify/rename-back",
    "",
    message,
    placeAt({ path: file.path, lines: file.linesBefore }, span.start),
  );
}
