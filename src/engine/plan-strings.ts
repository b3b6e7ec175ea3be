import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileEntry, FileSet } from "../model/file-set.ts";
import { lineIndex } from "../model/line-index.ts";
import type { RenameOutcome } from "../model/outcome.ts";
import type { Plan, StringTarget } from "../model/plan.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { FileEdit } from "../model/text-edit.ts";
import { mergeEdits } from "../model/text-edit.ts";
import type { Grammar } from "../python/grammar.ts";
import { residueAt } from "../residue/classify.ts";
import { sortResidue } from "../residue/sort-residue.ts";
import type { Decided, Decisions } from "./decisions.ts";
import { matchesAny } from "./matches-any.ts";
import { mergeFileEdits } from "./merge-file-edits.ts";
import { textEdit } from "./offset-edit.ts";
import type { Workspace } from "./ports.ts";
import type { TextFile } from "./source-file.ts";
import { editsInPython, editsInText, mayHold, partsOf } from "./string-edits.ts";

export interface PlannedStrings {
  readonly conflicts: readonly Conflict[];
  readonly outcomes: readonly RenameOutcome[];
  readonly changes: readonly FileEdit[];
  /** The files that the edits are in, Python or not. */
  readonly files: ReadonlyMap<string, TextFile>;
  readonly notices: readonly string[];
}

/** Carries out the `strings` entries of a plan. No server is asked: what a string means, the entry says. */
export async function planStrings(
  plan: Plan,
  { files }: FileSet,
  workspace: Workspace,
  grammar: Grammar,
  decisions: Decisions,
): Promise<PlannedStrings> {
  const changes = new Map<StringTarget, FileEdit[]>(plan.strings.map((target) => [target, []]));
  const residue = new Map<StringTarget, ResidueItem[]>(plan.strings.map((target) => [target, []]));
  const edited = new Map<string, TextFile>();
  const conflicts: Conflict[] = [];
  const merged: FileEdit[] = [];
  const undecodable: string[] = [];
  for (const entry of files) {
    if (entry.kind !== "python" && entry.kind !== "text") continue;
    // oxlint-disable-next-line no-await-in-loop -- one file at a time in memory
    const file = await read(entry, plan.strings, workspace);
    if (file === "undecodable") undecodable.push(entry.path);
    if (file === null || file === "undecodable") continue;
    const all: { readonly target: StringTarget; readonly edit: FileEdit["edits"][number] }[] = [];
    const held = plan.strings.filter((target) => holds(entry, file.text, target));
    const parts = entry.kind === "python" ? partsOf(file.text, held, grammar) : null;
    for (const target of held) {
      const found =
        entry.kind === "python"
          ? editsInPython(file.text, target, parts)
          : editsInText(file.path, file.text, target);
      const left = [...found.left];
      const why = matchesAny(entry.path, plan.keepPatterns, workspace)
        ? "keep_patterns protect this file"
        : target.files.length > 0 && !matchesAny(entry.path, target.files, workspace)
          ? "the entry's files leave it out"
          : null;
      if (why !== null) {
        const reason = entry.kind === "text" ? "out_of_scope" : "string_literal";
        left.push(...found.edits.map(({ start }) => ({ start, reason, detail: why }) as const));
      }
      residue
        .get(target)
        ?.push(...left.map(({ start, reason, detail }) => residueAt(start, file, reason, detail)));
      if (why !== null || found.edits.length === 0) continue;
      const edits = found.edits.map((edit) => textEdit(edit, file));
      changes.get(target)?.push({ path: file.path, preimage: file.sha256, edits });
      all.push(...edits.map((edit) => ({ target, edit })));
    }
    if (all.length === 0) continue;
    const together = mergeEdits(all.map(({ edit }) => edit));
    if (together.ok) merged.push({ path: file.path, preimage: file.sha256, edits: together.edits });
    else {
      for (const { first, second } of together.overlaps) {
        const [a, b] = [first, second].map((edit) => all.find((one) => one.edit === edit)?.target);
        const place = { path: file.path, line: first.line + 1, column: first.startCol + 1 };
        const message = `${a?.entry ?? ""} and ${b?.entry ?? ""} both match here, and would write different texts. Narrow one of them with files, or leave it out.`;
        conflicts.push(conflict("entry/overlap", b?.entry ?? "", message, place));
      }
    }
    edited.set(file.path, file);
  }
  const notices = plan.strings.flatMap((target) => {
    const unused = target.files.filter(
      (pattern) => !files.some((f) => workspace.matchesGlob(f.path, pattern)),
    );
    const isIdle = changes.get(target)?.length === 0 && residue.get(target)?.length === 0;
    return [
      ...unused.map((pattern) => `${target.entry}: no file fits ${pattern}.`),
      ...(isIdle ? [`${target.entry}: the text ${target.old} stands nowhere.`] : []),
    ];
  });
  const [first] = undecodable;
  if (first !== undefined) {
    const many = undecodable.length === 1 ? first : `${first} and ${undecodable.length - 1} more files`;
    notices.push(`A text of the plan stands in ${many}, which cannot be decoded and was left as it is.`);
  }
  const decided = new Map<StringTarget, Decided>();
  for (const target of plan.strings) {
    const entry = { entry: target.entry, subject: target.old, old: target.old, new: target.new };
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    decided.set(target, await decisions.decide(entry, residue.get(target) ?? []));
  }
  const all = mergeFileEdits(
    merged,
    [...decided.values()].flatMap(({ changes: renamed }) => renamed),
  );
  conflicts.push(...all.conflicts);
  const outcomes = plan.strings.map((target): RenameOutcome => ({
    entry: target.entry,
    target: `${target.old} -> ${target.new}`,
    kind: `${target.kind} string`,
    plan: { files: conflicts.length > 0 ? [] : filesOf(changes.get(target), decided.get(target)), moves: [] },
    residue: sortResidue(decided.get(target)?.residue ?? []),
    errors: conflicts.filter((c) => c.entry === target.entry).map((c) => c.message),
  }));
  return { conflicts, outcomes, changes: conflicts.length > 0 ? [] : all.changes, files: edited, notices };
}

function filesOf(found: readonly FileEdit[] = [], decided: Decided | undefined): readonly FileEdit[] {
  return mergeFileEdits(found, decided?.changes ?? []).changes;
}

/** A file that can hold one of the texts, decoded; null for one that does not. */
async function read(
  entry: FileEntry,
  targets: readonly StringTarget[],
  workspace: Workspace,
): Promise<TextFile | "undecodable" | null> {
  const { path, kind } = entry;
  const bytes = await workspace.read(path);
  const decoded = kind === "python" ? workspace.decodePython(bytes) : workspace.decodeText(bytes);
  if (!decoded.ok) {
    const raw = new TextDecoder().decode(bytes);
    return targets.some(({ old }) => raw.includes(old)) ? "undecodable" : null;
  }
  const { text, encoding, bom } = decoded;
  if (!targets.some((target) => holds(entry, text, target))) return null;
  return { path, text, lines: lineIndex(text), encoding, bom, sha256: workspace.sha256(bytes) };
}

function holds({ kind }: FileEntry, text: string, target: StringTarget): boolean {
  return kind === "python" ? mayHold(text, target) : text.includes(target.old);
}
