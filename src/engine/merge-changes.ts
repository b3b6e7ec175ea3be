import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileEdit, TextEdit } from "../model/text-edit.ts";
import { mergeEdits } from "../model/text-edit.ts";
import type { Token } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { TargetFindings } from "./classify-target.ts";
import { newTextOf } from "./mangled-names.ts";
import { textEdit } from "./offset-edit.ts";
import type { SourceFile } from "./source-file.ts";

/** The edits of one target, one FileEdit a file, sorted by path. */
export function changesOf(target: ResolvedTarget, findings: TargetFindings): readonly FileEdit[] {
  return [...findings.edited]
    .map(([file, tokens]) =>
      fileEdit(
        file,
        tokens.map((token) => editOf(token, target, file, findings)),
      ),
    )
    .sort(byPath);
}

/** All edits of all targets together; two targets that claim one place with different texts are a conflict. */
export function mergeChanges(findings: ReadonlyMap<ResolvedTarget, TargetFindings>): {
  readonly changes: readonly FileEdit[];
  readonly conflicts: readonly Conflict[];
} {
  const byFile = new Map<SourceFile, TextEdit[]>();
  for (const [target, found] of findings) {
    for (const [file, tokens] of found.edited) {
      const edits = byFile.get(file) ?? [];
      edits.push(...tokens.map((token) => editOf(token, target, file, found)));
      byFile.set(file, edits);
    }
  }
  const changes: FileEdit[] = [];
  const conflicts: Conflict[] = [];
  for (const [file, edits] of byFile) {
    const merged = mergeEdits(edits);
    if (merged.ok) {
      changes.push({ path: file.path, preimage: file.sha256, edits: merged.edits });
      continue;
    }
    for (const { first, second } of merged.overlaps) {
      const message = `Two entries would write ${first.newText} and ${second.newText} in one place.`;
      const place = { path: file.path, line: first.line + 1, column: first.startCol + 1 };
      conflicts.push(conflict("entry/overlap", "", message, place));
    }
  }
  return { changes: changes.sort(byPath), conflicts };
}

function fileEdit(file: SourceFile, edits: readonly TextEdit[]): FileEdit {
  return { path: file.path, preimage: file.sha256, edits };
}

function editOf(
  token: Token,
  target: ResolvedTarget,
  file: SourceFile,
  { aliased }: TargetFindings,
): TextEdit {
  const { start, end } = token;
  const name = newTextOf(target, token);
  const newText = aliased.has(token) ? `${name} as ${target.name}` : name;
  return textEdit({ start, end, newText }, file);
}

function byPath(a: FileEdit, b: FileEdit): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}
