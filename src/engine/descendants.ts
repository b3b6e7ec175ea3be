import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import { classScopes } from "../python/scope.ts";
import type { ClassPlace } from "./class-place.ts";
import { classKey } from "./class-place.ts";
import type { LoadedText, Session } from "./session.ts";

/** What is made from the given classes, all the way down. */
export interface Descendants {
  readonly classes: readonly ClassPlace[];
  /** Where one of them is handed to a call that makes a class, as `type("Both", (Mixin, Base), {})`. */
  readonly made: readonly { readonly file: LoadedText; readonly at: number }[];
}

/** Asks what is below classes; what was answered once is remembered. */
export type DescendantSearch = (roots: readonly ClassPlace[]) => Promise<Descendants>;

/**
 * Every class of the repository below the given ones: references to the class name that stand among the bases of
 * another, also under an alias that an import or an assignment gives.
 */
export function descendantSearch(session: Session, grammar: Grammar): DescendantSearch {
  const known = new Map<string, Promise<Below>>();
  return async (roots) => {
    const found = new Map<string, ClassPlace>();
    const made: { file: LoadedText; at: number }[] = [];
    const seen = new Set<string>();
    const pending = roots.map((place) => named(place));
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const key = `${next.file.path}:${next.at}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const asked = known.get(key) ?? directlyBelow(next, session, grammar);
      known.set(key, asked);
      // oxlint-disable-next-line no-await-in-loop -- breadth is not known before the answers
      const below = await asked;
      for (const place of below.classes) {
        if (found.has(classKey(place))) continue;
        found.set(classKey(place), place);
        pending.push(named(place));
      }
      pending.push(...below.aliases);
      made.push(...below.made);
    }
    return { classes: [...found.values()], made };
  };
}

/** What is made from one class, one step down, and the further names that it goes by. */
interface Below extends Descendants {
  readonly aliases: readonly Named[];
}

async function directlyBelow(root: Named, session: Session, grammar: Grammar): Promise<Below> {
  const classes: ClassPlace[] = [];
  const aliases: Named[] = [];
  const made: { file: LoadedText; at: number }[] = [];
  for (const [file, offsets] of await referencesTo(root, session)) {
    const uses = usesOf(root.name, file, offsets, grammar);
    classes.push(...uses.classes);
    for (const at of uses.offsets) {
      const alias = assignedTo(file, at);
      if (alias !== null) aliases.push(alias);
      if (isMadeFrom(file, at)) made.push({ file, at });
    }
  }
  return { classes, aliases, made };
}

/** A name that a class goes by, where it is bound. */
interface Named {
  readonly file: LoadedText;
  readonly name: string;
  readonly at: number;
}

function named({ file, scope, header }: ClassPlace): Named {
  return { file, name: scope.name, at: header.nameAt };
}

const MAKES_CLASS = /\b(?:type|new_class|make_class)\s*\(\s*[^()]*,\s*\((?:[^()]*,)?\s*(?:\w+\.)*$/;

/** With several bases in the call, which the class joins. */
function isMadeFrom({ text }: LoadedText, at: number): boolean {
  const before = MAKES_CLASS.exec(text.slice(Math.max(0, at - 200), at))?.[0];
  if (before === undefined) return false;
  const [behind = ""] = text.slice(at, at + 200).split(")");
  const bases = before.slice(before.lastIndexOf("(")) + behind;
  return bases.split(",").filter((base) => base.trim() !== "").length > 1;
}

/** `Alias = Base` at the start of a line. */
function assignedTo(file: LoadedText, at: number): Named | null {
  const line = file.text.slice(Math.max(0, at - 200), at);
  const match =
    /(?:^|\n)([ \t]*)([\p{XID_Start}_][\p{XID_Continue}]*)[ \t]*(?::[^=\n]*)?=[ \t]*(?:\w+\.)*$/u.exec(line);
  const rest = /^[\p{XID_Continue}]+[ \t]*(?:#.*)?(?:[\r\n]|$)/u.test(file.text.slice(at, at + 300));
  if (match === null || !rest) return null;
  const [whole, indent = "", name = ""] = match;
  const start = at - whole.length + (whole.startsWith("\n") ? 1 : 0) + indent.length;
  return { file, name, at: start };
}

async function referencesTo(
  { file: home, at }: Named,
  session: Session,
): Promise<ReadonlyMap<LoadedText, ReadonlySet<number>>> {
  const references = await session.server.references(home.path, home.lines.positionAt(at));
  const byFile = new Map<LoadedText, Set<number>>();
  for (const { path, range } of references) {
    // oxlint-disable-next-line no-await-in-loop -- known texts, mostly
    const file = path === null ? null : await session.load(path);
    if (file === null) continue;
    const offsets = byFile.get(file) ?? new Set<number>();
    offsets.add(file.lines.offsetAt(range.start));
    byFile.set(file, offsets);
  }
  return byFile;
}

interface Uses {
  readonly classes: readonly ClassPlace[];
  /** The references, and the places of the names that imports of them give. */
  readonly offsets: ReadonlySet<number>;
}

function usesOf(name: string, file: LoadedText, references: ReadonlySet<number>, grammar: Grammar): Uses {
  const first = readModule(grammar, file.text, new Set([name]));
  const aliases = aliasesOf(
    first.tokens.filter((t) => t.kind === "import_source" && references.has(t.start)),
    file.text,
  );
  const offsets = new Set(references);
  let { module } = first;
  if (aliases.length > 0) {
    const whole = readModule(grammar, file.text, new Set([name, ...aliases]));
    for (const token of whole.tokens) if (aliases.includes(token.name)) offsets.add(token.start);
    ({ module } = whole);
  }
  const classes = classScopes(module).flatMap((scope): readonly ClassPlace[] => {
    const { header } = scope;
    return header?.bases.some((b) => b.at !== null && offsets.has(b.at)) === true
      ? [{ file, scope, header }]
      : [];
  });
  return { classes, offsets };
}

/** The names behind `as` of the given imported names. */
function aliasesOf(sources: readonly { readonly end: number }[], text: string): readonly string[] {
  return sources.flatMap(({ end }) => /^\s+as\s+([\p{XID_Continue}]+)/u.exec(text.slice(end))?.[1] ?? []);
}
