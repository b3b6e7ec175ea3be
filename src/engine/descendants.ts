import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import type { Scope } from "../python/scope.ts";
import type { ClassPlace } from "./class-graph.ts";
import { classKey } from "./class-graph.ts";
import type { Session } from "./session.ts";

/**
 * Every class of the repository below the given ones: references to the class name that stand among the bases of
 * another, also under an alias that an import gives.
 */
export async function descendants(
  roots: readonly ClassPlace[],
  session: Session,
  grammar: Grammar,
): Promise<readonly ClassPlace[]> {
  const found = new Map<string, ClassPlace>();
  const pending = [...roots];
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    // oxlint-disable-next-line no-await-in-loop -- breadth is not known before the answers
    for (const below of await directSubclasses(place, session, grammar)) {
      const key = classKey(below);
      if (found.has(key)) continue;
      found.set(key, below);
      pending.push(below);
    }
  }
  return [...found.values()];
}

async function directSubclasses(
  place: ClassPlace,
  session: Session,
  grammar: Grammar,
): Promise<readonly ClassPlace[]> {
  const { path, lines } = place.file;
  const references = await session.server.references(path, lines.positionAt(place.header.nameAt));
  const byPath = new Map<string, Set<number>>();
  const found: ClassPlace[] = [];
  const files = await Promise.all(
    references.map(async ({ path: p }) => (p === null ? null : session.load(p))),
  );
  for (const [index, reference] of references.entries()) {
    const file = files[index] ?? null;
    if (file === null) continue;
    const offsets = byPath.get(file.path) ?? new Set<number>();
    offsets.add(file.lines.offsetAt(reference.range.start));
    byPath.set(file.path, offsets);
  }
  for (const [path2, offsets] of byPath) {
    const file = files.find((f) => f?.path === path2);
    if (file === undefined || file === null) continue;
    const name = place.scope.name;
    const { module, tokens } = readModule(grammar, file.text, new Set([name]));
    const aliases = aliasesOf(
      tokens.filter((t) => t.kind === "import_source" && offsets.has(t.start)),
      file.text,
    );
    const asBase = new Set(offsets);
    for (const alias of aliases) {
      for (const token of readModule(grammar, file.text, new Set([alias])).tokens) asBase.add(token.start);
    }
    const reading =
      aliases.length === 0 ? module : readModule(grammar, file.text, new Set([name, ...aliases])).module;
    for (const scope of classScopes(reading)) {
      const { header } = scope;
      if (header?.bases.some((b) => b.at !== null && asBase.has(b.at)) === true)
        found.push({ file, scope, header });
    }
  }
  return found;
}

/** The names behind `as` of the given imported names. */
function aliasesOf(sources: readonly { readonly end: number }[], text: string): readonly string[] {
  return sources.flatMap(({ end }) => /^\s+as\s+([\p{XID_Continue}]+)/u.exec(text.slice(end))?.[1] ?? []);
}

function classScopes(module: Scope): readonly Scope[] {
  return module.children.flatMap((child) => [
    ...(child.kind === "class" ? [child] : []),
    ...classScopes(child),
  ]);
}
