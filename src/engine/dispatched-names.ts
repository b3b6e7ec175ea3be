import type { FileEntry } from "../model/file-set.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import { couldSpell, makesPrivate } from "../python/composed-names.ts";
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
  // What is put together at run time is an attribute.
  if (target.kind === "parameter") return [];
  const spelling = scan.composed.filter((c) => couldSpell(c, target.name));
  const direct = spelling.filter((c) => !makesPrivate(c));
  const items = direct.map((c) => item(c, `a name that is put together here can spell ${target.name}`));
  // A variable of a module is looked up in the module's own name space.
  const reaches = ({ item: { path } }: ComposedPlace) =>
    target.member ||
    (target.homes.some((home) => home.path === path) &&
      scan.files.get(path)?.text.includes("globals(") === true);
  const found = await mentioned(
    [...privateMentions(target, spelling.filter(reaches)), ...classMentions(target, scan)],
    workspace,
    files,
  );
  const hits = new Map(found.map(({ composed, detail }) => [composed, detail]));
  return [...items, ...[...hits].map(([composed, detail]) => item(composed, detail))];
}

/** What makes a composed place worth reporting: some file has the word. */
interface Mention {
  readonly composed: ComposedPlace;
  readonly pattern: RegExp;
  readonly detail: string;
}

/** `"_" + name` can spell `_code` where the word `code` stands anywhere, in data files too. */
function privateMentions(target: ResolvedTarget, spelling: readonly ComposedPlace[]): readonly Mention[] {
  const rest = target.name.slice(1);
  const pattern = new RegExp(`(?<!\\w)${rest}(?!\\w)`);
  const detail = `a name that is put together here can spell ${target.name}, and there is the word ${rest}`;
  return spelling.filter(makesPrivate).map((composed) => ({ composed, pattern, detail }));
}

function classMentions(target: ResolvedTarget, scan: Scan): readonly Mention[] {
  if (target.kind !== "class") return [];
  const byClass = scan.composed.filter((c) => c.usesDunderName && c.prefix.length + c.suffix.length > 1);
  return byClass.flatMap((composed) =>
    variants(target.name).map((variant) => {
      const word = composed.prefix + variant + composed.suffix;
      const pattern = new RegExp(`(?<!\\w)${word}(?!\\w)`);
      return { composed, pattern, detail: `${word} is found here by the name of the class` };
    }),
  );
}

/** How a class name becomes part of another name: as it is, in lower case, in snake case. */
function variants(name: string): readonly string[] {
  const snake = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_").toLowerCase();
  return [...new Set([name, name.toLowerCase(), snake])];
}

async function mentioned(
  wanted: readonly Mention[],
  workspace: Workspace,
  files: readonly FileEntry[],
): Promise<readonly Mention[]> {
  const decoder = new TextDecoder("latin1");
  const found = new Set<Mention>();
  for (const { path, kind } of files) {
    if (kind === "binary" || kind === "oversize" || found.size === wanted.length) continue;
    // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
    const raw = decoder.decode(await workspace.read(path));
    for (const mention of wanted) if (!found.has(mention) && mention.pattern.test(raw)) found.add(mention);
  }
  return [...found];
}

function item(composed: ComposedPlace, detail: string): ResidueItem {
  return { ...composed.item, detail };
}
