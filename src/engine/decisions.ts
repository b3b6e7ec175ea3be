import type { Conflict, ConflictCode } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileSet } from "../model/file-set.ts";
import type { Decision, Plan } from "../model/plan.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { blocks, isUndecided } from "../model/residue-item.ts";
import type { FileEdit, TextEdit } from "../model/text-edit.ts";
import { mergeEdits } from "../model/text-edit.ts";
import { shownLine } from "../residue/classify.ts";
import { decidedEdit } from "./decided-edit.ts";
import { matchesAny } from "./matches-any.ts";
import { textEdit } from "./offset-edit.ts";
import type { Workspace } from "./ports.ts";
import { readText } from "./read-text.ts";
import type { TextFile } from "./source-file.ts";

/** An entry of the plan whose places are decided about. */
export interface DecidedEntry {
  readonly entry: string;
  /** As the `symbol` of a decision names it. */
  readonly subject: string;
  readonly old: string;
  readonly new: string;
}

export interface Decided {
  /** All of it, the decided ones marked. */
  readonly residue: readonly ResidueItem[];
  /** What decisions rename. */
  readonly changes: readonly FileEdit[];
}

/** The decisions of a plan: inert until a place that the scan found is put before them. */
export interface Decisions {
  decide(entry: DecidedEntry, residue: readonly ResidueItem[]): Promise<Decided>;
  /** Once all entries have been decided about: what of the decisions cannot be done. */
  conflicts(): readonly Conflict[];
  /** Decisions about many places that met none. */
  notices(): readonly string[];
  /** The files that decisions rename in. */
  readonly files: ReadonlyMap<string, TextFile>;
}

/** Reads the files of the decisions about single places, and looks whether their lines still read as they say. */
export async function openDecisions(
  plan: Plan,
  { files: all }: FileSet,
  workspace: Workspace,
): Promise<Decisions> {
  const kinds = new Map(all.map(({ path, kind }) => [path, kind]));
  const texts = new Map<string, Promise<TextFile | null>>();
  const load = (path: string): Promise<TextFile | null> => {
    const kind = kinds.get(path);
    if (kind !== "python" && kind !== "text") return Promise.resolve(null);
    const found = texts.get(path) ?? readText(path, kind === "python", workspace);
    texts.set(path, found);
    return found;
  };
  const conflicts: Conflict[] = [];
  const files = new Map<string, TextFile>();
  const met = new Map<Decision, Set<number>>(plan.decisions.map((decision) => [decision, new Set()]));
  const add = (code: ConflictCode, { entry }: Decision, message: string, item?: ResidueItem) =>
    conflicts.push(conflict(code, entry, message, item));

  const stale = new Set<Decision>();
  for (const decision of plan.decisions) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const reads = await staleLine(decision, load);
    if (reads === null || decision.place === null) continue;
    stale.add(decision);
    const { path, line, text } = decision.place;
    const message = `${decision.entry} is about line ${line} of ${path} where it read "${text}"; ${reads}. Decide again, or leave the decision out.`;
    conflicts.push(conflict("decision/stale", decision.entry, message, { path, line }));
  }
  const live = plan.decisions.filter((decision) => !stale.has(decision));

  const decisionFor = (item: ResidueItem, entry: DecidedEntry): Decision | null => {
    const fitting = live.filter((decision) => fits(decision, item, entry, workspace));
    for (const decision of fitting) met.get(decision)?.add(item.column);
    const [first = null] = fitting.toSorted((a, b) => precisionOf(b) - precisionOf(a));
    const rival = fitting.find(
      (d) => first !== null && precisionOf(d) === precisionOf(first) && d.action !== first.action,
    );
    if (first !== null && rival !== undefined) {
      add(
        "decision/ambiguous",
        rival,
        `${first.entry} says ${first.action} here, and ${rival.entry} says ${rival.action}. Narrow one of them, or decide about the place itself.`,
        item,
      );
    }
    return first;
  };

  const renameAt = async (
    item: ResidueItem,
    decision: Decision,
    entry: DecidedEntry,
  ): Promise<TextEdit | null> => {
    const isProtected = matchesAny(item.path, plan.keepPatterns, workspace);
    if (isProtected && decision.place === null) return null;
    if (isProtected) {
      add(
        "decision/protected",
        decision,
        `${decision.entry} renames in ${item.path}, which keep_patterns protect. Keep the place, or take the file out of keep_patterns.`,
        item,
      );
      return null;
    }
    const file = await load(item.path);
    const edit = file === null ? null : decidedEdit(file, item, entry);
    if (file === null || edit === null) {
      if (decision.place === null) return null;
      add(
        "decision/no-name",
        decision,
        `${decision.entry} renames a place that does not spell ${entry.old} as a word of its own: change it by hand, or keep it.`,
        item,
      );
      return null;
    }
    files.set(item.path, file);
    return textEdit(edit, file);
  };

  return {
    files,
    async decide(entry, residue) {
      const left: ResidueItem[] = [];
      const edits: { readonly path: string; readonly edit: TextEdit }[] = [];
      for (const item of residue) {
        const decision = decisionFor(item, entry);
        if (decision === null) left.push(item);
        else if (decision.action === "keep") left.push({ ...item, decision: "keep" });
        else {
          // oxlint-disable-next-line no-await-in-loop -- one file at a time
          const edit = await renameAt(item, decision, entry);
          left.push(edit === null ? item : { ...item, decision: "rename" });
          if (edit !== null) edits.push({ path: item.path, edit });
        }
      }
      return {
        residue: left,
        changes: [...Map.groupBy(edits, ({ path }) => path)].map(([path, list]) =>
          changeOf(
            files.get(path),
            list.map(({ edit }) => edit),
          ),
        ),
      };
    },
    conflicts() {
      const idle = live.flatMap((decision): readonly Conflict[] => {
        const { entry, place } = decision;
        const columns = met.get(decision) ?? new Set();
        if (place === null || columns.size === 1) return [];
        if (columns.size === 0) {
          const message = `${entry} is about line ${place.line} of ${place.path}, where nothing is left to decide: it is renamed already, or never was one of the plan's names. Leave the decision out.`;
          return [conflict("decision/no-place", entry, message, { path: place.path, line: place.line })];
        }
        const list = [...columns].sort((a, b) => a - b).join(", ");
        const message = `${entry} is about line ${place.line} of ${place.path}, where there are ${columns.size} places: say which with column = one of ${list}.`;
        return [conflict("decision/ambiguous", entry, message, { path: place.path, line: place.line })];
      });
      return [...conflicts, ...idle];
    },
    notices: () =>
      live
        .filter((decision) => decision.place === null && met.get(decision)?.size === 0)
        .map(({ entry }) => `${entry}: no place fits this decision.`),
  };
}

/** What the line of a decision reads now, in words; null when it reads as the decision says. */
async function staleLine(
  { place }: Decision,
  load: (path: string) => Promise<TextFile | null>,
): Promise<string | null> {
  if (place === null) return null;
  const file = await load(place.path);
  if (file === null) return "there is no such file, or it cannot be read";
  if (place.line > file.lines.lineCount) return `the file has ${file.lines.lineCount} lines`;
  const line = file.lines.lineText(place.line - 1).trim();
  return line === place.text || shownLine(line) === place.text ? null : `it reads "${shownLine(line)}" now`;
}

/** A decision about one place goes before one about many, and of these one that names files before one that does not. */
function precisionOf({ place, paths }: Decision): number {
  if (place !== null) return 2;
  return paths.length > 0 ? 1 : 0;
}

function fits(
  decision: Decision,
  item: ResidueItem,
  { subject }: DecidedEntry,
  workspace: Workspace,
): boolean {
  const { place, reason, paths, symbol } = decision;
  if (symbol !== null && symbol !== subject) return false;
  if (place !== null) {
    const isThere = place.path === item.path && place.line === item.line;
    return isThere && (place.column === null || place.column === item.column);
  }
  if (paths.length > 0 && !matchesAny(item.path, paths, workspace)) return false;
  return reason === null ? !blocks(item) && isUndecided(item) : reason === item.reason;
}

function changeOf(file: TextFile | undefined, edits: readonly TextEdit[]): FileEdit {
  const merged = mergeEdits(edits);
  if (file === undefined || !merged.ok) throw new Error("the decided places of one entry overlap");
  return { path: file.path, preimage: file.sha256, edits: merged.edits };
}
