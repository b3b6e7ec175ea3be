import type { FileEntry } from "../model/file-set.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { couldSpell } from "../python/composed-names.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Workspace } from "./ports.ts";
import type { ComposedPlace, Scan } from "./scan.ts";

/**
 * Places that put names together at run time and may spell the symbol's: `getattr(self, "do_" + word)` for a member
 * `do_start`; and for a class `Output`, `getattr(self, f"visit_{type(node).__name__}")` where a `visit_Output` exists.
 */
export async function dispatchedNames(
  target: ResolvedTarget,
  scan: Scan,
  workspace: Workspace,
  files: readonly FileEntry[],
): Promise<readonly ResidueItem[]> {
  const direct = scan.composed.filter((c) => couldSpell(c, target.name));
  const items = direct.map((c) => item(c, `a name that is put together here can spell ${target.name}`));
  if (target.kind !== "class") return items;
  const byClass = scan.composed.filter((c) => c.usesDunderName && c.prefix.length + c.suffix.length > 1);
  if (byClass.length === 0) return items;
  const spellings = byClass.flatMap((c) =>
    variants(target.name).map((v) => ({ c, word: c.prefix + v + c.suffix })),
  );
  const existing = await wordsThatExist(new Set(spellings.map((s) => s.word)), workspace, files);
  const hits = new Map(spellings.filter((s) => existing.has(s.word)).map((s) => [s.c, s.word]));
  return [
    ...items,
    ...[...hits].map(([c, word]) => item(c, `${word} is found here by the name of the class`)),
  ];
}

/** How a class name becomes part of another name: as it is, in lower case, in snake case. */
function variants(name: string): readonly string[] {
  const snake = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
  return [...new Set([name, name.toLowerCase(), snake])];
}

async function wordsThatExist(
  words: ReadonlySet<string>,
  workspace: Workspace,
  files: readonly FileEntry[],
): Promise<ReadonlySet<string>> {
  const decoder = new TextDecoder("latin1");
  const found = new Set<string>();
  for (const { path, kind } of files) {
    if (kind !== "python" || found.size === words.size) continue;
    // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
    const raw = decoder.decode(await workspace.read(path));
    for (const word of words) {
      if (!found.has(word) && new RegExp(`(?<![\\w])${word}(?![\\w])`).test(raw)) found.add(word);
    }
  }
  return found;
}

function item(composed: ComposedPlace, detail: string): ResidueItem {
  return { ...composed.item, detail };
}
