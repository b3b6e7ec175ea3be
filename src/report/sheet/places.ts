import type { ResidueItem, ResidueReason } from "../../model/residue-item.ts";
import { byReason } from "../by-reason.ts";
import type { Report } from "../report.ts";

/** One written place, whatever number of entries it is left for. */
export interface SheetPlace {
  readonly item: ResidueItem;
  /** What the entries rename, as the `symbol` of a decision names it. */
  readonly subjects: readonly string[];
  /** Other places stand in the line too, so that a decision has to say the column. */
  readonly needsColumn: boolean;
}

export interface SheetGroup {
  readonly reason: ResidueReason;
  readonly files: readonly { readonly path: string; readonly places: readonly SheetPlace[] }[];
  readonly count: number;
}

/** All places by reason, the graver reasons first, and by file. */
export function sheetGroups(report: Report): readonly SheetGroup[] {
  const subjects = new Map<string, string[]>();
  const items = new Map<string, ResidueItem>();
  for (const { target, residue } of report.outcomes) {
    const subject = target.split(" -> ")[0] ?? "";
    for (const item of residue) {
      const key = keyOf(item);
      items.set(key, items.get(key) ?? item);
      subjects.set(key, [...(subjects.get(key) ?? []), subject]);
    }
  }
  const columns = new Map<string, Set<number>>();
  for (const { path, line, column } of items.values()) {
    const key = `${path}:${line}`;
    columns.set(key, (columns.get(key) ?? new Set()).add(column));
  }
  return byReason([...items.values()]).map(({ reason, items: sorted }) => ({
    reason,
    count: sorted.length,
    files: [...Map.groupBy(sorted, ({ path }) => path)].map(([path, list]) => ({
      path,
      places: list.map((item) => ({
        item,
        subjects: [...new Set(subjects.get(keyOf(item)))],
        needsColumn: (columns.get(`${path}:${item.line}`)?.size ?? 0) > 1,
      })),
    })),
  }));
}

function keyOf({ path, line, column, reason }: ResidueItem): string {
  return `${line}:${column}:${reason}:${path}`;
}
