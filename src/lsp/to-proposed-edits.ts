import type { ProposedEdit } from "../engine/ports.ts";
import { isRecord } from "./is-record.ts";
import type { Place } from "./place.ts";
import { malformed, toList, toRange, toText } from "./wire.ts";

/**
 * Reads a WorkspaceEdit of either shape, `changes` or `documentChanges`; where both are given the second counts, as the
 * protocol says. Creating, renaming or deleting a file is no part of a symbol's rename and is an error here.
 */
export function toProposedEdits(answer: unknown, place: (uri: string) => Place): readonly ProposedEdit[] {
  if (answer === null || answer === undefined) return [];
  if (!isRecord(answer)) throw malformed("a workspace edit", answer);
  const { changes, documentChanges } = answer;
  if (documentChanges !== undefined && documentChanges !== null) {
    return toList(documentChanges, "a list of document changes").flatMap((item) => {
      if (!isRecord(item) || !isRecord(item["textDocument"])) throw malformed("a text document edit", item);
      return toEdits(item["textDocument"]["uri"], item["edits"], place);
    });
  }
  if (changes === undefined || changes === null) return [];
  if (!isRecord(changes)) throw malformed("a map of changes", changes);
  return Object.entries(changes).flatMap(([uri, edits]) => toEdits(uri, edits, place));
}

function toEdits(uri: unknown, edits: unknown, place: (uri: string) => Place): readonly ProposedEdit[] {
  const where = place(toText(uri, "a document's URI"));
  return toList(edits, "a list of text edits").map((edit) => {
    if (!isRecord(edit)) throw malformed("a text edit", edit);
    return { ...where, range: toRange(edit["range"]), newText: toText(edit["newText"], "a new text") };
  });
}
