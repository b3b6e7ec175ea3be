import type { Conflict } from "../model/conflict.ts";
import type { RenameOutcome } from "../model/outcome.ts";
import type { SymbolTarget } from "../model/plan.ts";
import { oldName } from "../model/plan.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { NO_STRING_FACTS, classify, residueItem } from "../residue/classify.ts";
import { sortResidue } from "../residue/sort-residue.ts";
import type { Scan } from "./scan.ts";

/** The outcome of an entry in a run that asked no server: what the text alone says of each place. */
export function unresolvedOutcome(
  target: SymbolTarget,
  scan: Scan,
  conflicts: readonly Conflict[],
): RenameOutcome {
  const name = oldName(target);
  const residue: ResidueItem[] = [];
  const nothing = {
    target,
    name,
    newName: target.newName,
    kind: "variable",
    member: false,
    homes: [],
  } as const;
  const denotation = {
    kind: "unknown",
    detail: "the server was not asked, since the symbol is not found",
  } as const;
  for (const file of scan.files.values()) {
    for (const token of file.reading.tokens) {
      if (token.name !== name) continue;
      const classified = classify(token, false, denotation, nothing, file, NO_STRING_FACTS);
      if (classified.kind === "residue")
        residue.push(residueItem(token, file, classified.reason, classified.detail));
    }
  }
  for (const named of [...scan.unreadable, ...scan.mentions]) {
    if (named.name === name) residue.push(named.item);
  }
  return {
    entry: target.entry,
    target: `${target.module}:${target.name} -> ${target.newName}`,
    kind: target.kind,
    plan: { files: [], moves: [] },
    residue: sortResidue(residue),
    errors: conflicts.filter((c) => c.entry === target.entry).map((c) => c.message),
  };
}
