import type { RenameOutcome } from "../model/outcome.ts";
import type { Plan } from "../model/plan.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { RenamedPath } from "../residue/suggest.ts";
import { suggest } from "../residue/suggest.ts";
import type { Workspace } from "./ports.ts";
import { readText } from "./read-text.ts";
import type { TextFile } from "./source-file.ts";

/**
 * The outcomes with the lines of a plan that would handle what is left, where that names what is renamed beyond doubt. `read` has
 * the files that were read already.
 */
export async function withSuggestions(
  outcomes: readonly RenameOutcome[],
  plan: Plan,
  python: ReadonlySet<string>,
  read: ReadonlyMap<string, TextFile>,
  workspace: Workspace,
): Promise<readonly RenameOutcome[]> {
  const paths = renamedPaths(plan);
  const all = outcomes.flatMap(({ entry, residue }) => residue.map((item) => ({ entry, item })));
  const found = new Map<ResidueItem, ResidueItem>();
  for (const [path, places] of Map.groupBy(all, ({ item }) => item.path)) {
    const named = places.filter(({ entry, item }) => paths.has(entry) && item.line > 0);
    // oxlint-disable-next-line no-await-in-loop -- one file at a time in memory
    const file =
      named.length === 0 ? null : (read.get(path) ?? (await readText(path, python.has(path), workspace)));
    if (file === null) continue;
    const columns = new Map<number, Set<number>>();
    for (const { item } of places)
      columns.set(item.line, (columns.get(item.line) ?? new Set()).add(item.column));
    for (const { entry, item } of named) {
      const renamed = paths.get(entry);
      const isAlone = columns.get(item.line)?.size === 1;
      const line = file.lines.lineText(item.line - 1);
      const suggestion = renamed === undefined ? null : suggest(item, line, renamed, isAlone);
      if (suggestion !== null) found.set(item, { ...item, suggestion });
    }
  }
  return outcomes.map((outcome) => ({
    ...outcome,
    residue: outcome.residue.map((item) => found.get(item) ?? item),
  }));
}

/** By entry. A parameter has no path that a text could name it by. */
function renamedPaths({ symbols, modules }: Plan): ReadonlyMap<string, RenamedPath> {
  return new Map([
    ...symbols
      .filter(({ kind }) => kind !== "parameter")
      .map(({ entry, module, name, newName }): readonly [string, RenamedPath] => {
        const to = name.slice(0, name.lastIndexOf(".") + 1) + newName;
        const colon = { old: `${module}:${name}`, new: `${module}:${to}` };
        return [entry, { old: `${module}.${name}`, new: `${module}.${to}`, colon }];
      }),
    ...modules
      .filter(({ old, new: to }) => old !== to)
      .map(({ entry, old, new: to }): readonly [string, RenamedPath] => [
        entry,
        { old, new: to, colon: null },
      ]),
  ]);
}
