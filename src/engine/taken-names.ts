import { residueAt } from "../residue/classify.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { starSources } from "../python/standpoint.ts";
import { lastOf, parentOf } from "./module-map.ts";
import type { MovingFile } from "./read-moving-file.ts";

/** A place that reads a module that moves as a name of another module, which has imported it. */
export interface TakenName {
  /** `module.name`, one of which it is: star imports do not say. */
  readonly names: readonly string[];
  readonly file: MovingFile;
  readonly offset: number;
}

/** Names that have to stay in the modules that bind them, and places that no such name keeps. */
export interface KeptNames {
  readonly names: ReadonlySet<string>;
  readonly lost: ReadonlyMap<MovingFile, readonly ResidueItem[]>;
}

/** How many star imports are followed from one to the next. */
const MOST_HOPS = 8;

/** Follows each taken name to the `from` import that binds it, through star imports too: that one can keep the name. */
export function keptNames(taken: readonly TakenName[], files: readonly MovingFile[]): KeptNames {
  const names = new Set<string>();
  const lost = new Map<MovingFile, ResidueItem[]>();
  const byModule = new Map<string, MovingFile[]>();
  for (const moving of files) {
    for (const module of new Set([moving.module, moving.before.module]))
      byModule.set(module, [...(byModule.get(module) ?? []), moving]);
  }
  const keep = (full: string, hops: number): boolean => {
    const sources = byModule.get(parentOf(full)) ?? [];
    let isKept = false;
    for (const source of hops === 0 ? [] : sources) {
      const isBound = source.names.some(
        (t) =>
          t.name === lastOf(full) &&
          (t.binding === "import_from" || t.binding === "import_as") &&
          t.scope === source.file.reading.module,
      );
      const brought = starSources(source.statements, source.before).some((star) =>
        keep(`${star}.${lastOf(full)}`, hops - 1),
      );
      if (isBound || brought) isKept = true;
    }
    if (isKept) names.add(full);
    return isKept;
  };
  for (const { names: fulls, file, offset } of taken) {
    if (fulls.map((full) => keep(full, MOST_HOPS)).some(Boolean)) continue;
    const detail = "reaches the module through another one, which cannot keep the name";
    lost.set(file, [...(lost.get(file) ?? []), residueAt(offset, file.file, "unresolved", detail)]);
  }
  return { names, lost };
}
