import { lineIndex } from "../model/line-index.ts";
import type { FileSet } from "../model/file-set.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { ComposedName } from "../python/composed-names.ts";
import { composedNames, mayComposeNames, tellingPrefixes } from "../python/composed-names.ts";
import type { Grammar } from "../python/grammar.ts";
import { notebookCells } from "../python/notebook-cells.ts";
import { readModule } from "../python/read-module.ts";
import { mayStand, otherSpellings } from "../python/words.ts";
import { isOrdinaryWord } from "../residue/foreign-text.ts";
import { mentions, unparseableItem } from "../residue/mentions.ts";
import { placeAt } from "./place-at.ts";
import type { Workspace } from "./ports.ts";
import type { SourceFile } from "./source-file.ts";

/** What the scan looks for, all entries of the plan at once. */
export interface ScanNames {
  /** Old names: every written place of them is a candidate. */
  readonly old: ReadonlySet<string>;
  /** Further names whose places decide conflicts: the new names, and the classes on the way to a member. */
  readonly context: ReadonlySet<string>;
  /** The last parts of paths of modules that move. */
  readonly modules: ReadonlySet<string>;
  /** Beginnings of identifiers that carry an old name inside, as `_Class__`. */
  readonly prefixes: ReadonlySet<string>;
}

export interface Scan {
  /** Python files that hold an old name or one of context, by path. */
  readonly files: ReadonlyMap<string, SourceFile>;
  /** Paths of those that hold an old name, in order. */
  readonly candidates: readonly string[];
  /** Python files that hold an old name and cannot be decoded: by old name. */
  readonly unreadable: readonly NamedItem[];
  /** Mentions in files that are not analysed. */
  readonly mentions: readonly NamedItem[];
  /** Places that put attribute names together at run time. */
  readonly composed: readonly ComposedPlace[];
  /** Mentions of ordinary words that only their number tells of, by old name. */
  readonly counted: ReadonlyMap<string, number>;
  /** How many files were passed over unread. */
  readonly skipped: number;
}

/** A name that is put together at run time, and where. */
export interface ComposedPlace extends ComposedName {
  /** The place as residue. */
  readonly item: ResidueItem;
}

/** A residue item and the old name that it is about. */
export interface NamedItem {
  readonly name: string;
  readonly item: ResidueItem;
}

/**
 * One pass over all files: bytes first, text where a name can be in it, syntax where it is. Outside Python, an ordinary word is listed
 * where it is written as a name, or `isListed`.
 */
export async function scan(
  fileSet: FileSet,
  names: ScanNames,
  workspace: Workspace,
  grammar: Grammar,
  isListed: (item: ResidueItem) => boolean,
): Promise<Scan> {
  const files = new Map<string, SourceFile>();
  const candidates: string[] = [];
  const unreadable: NamedItem[] = [];
  const outside: NamedItem[] = [];
  const counted = new Map<string, number>();
  const composed: ComposedPlace[] = [];
  const all = new Set([...names.old, ...names.context]);
  const finder = byteFinder(names);
  // Bracketed by the quote in front alone: a pattern or a template can go on behind.
  const prefixes = [...names.old]
    .flatMap(tellingPrefixes)
    .flatMap((p) => [`"${p}`, `'${p}`, `"^${p}`, `'^${p}`]);
  let skipped = 0;

  const rest = breather();
  for (const entry of fileSet.files) {
    // oxlint-disable-next-line no-await-in-loop
    await rest();
    if (entry.kind === "binary" || entry.kind === "oversize") {
      skipped += 1;
      continue;
    }
    // Reading in order keeps the memory to one file at a time.
    // oxlint-disable-next-line no-await-in-loop
    const bytes = await workspace.read(entry.path);
    const raw = LATIN1.decode(bytes);
    const found = finder(raw);
    if (entry.kind === "text") {
      if (!found.old && !found.nonAscii) continue;
      const decoded = workspace.decodeText(bytes);
      if (!decoded.ok) skipped += 1;
      else {
        const cellAt = entry.path.endsWith(".ipynb") ? notebookCells(grammar, decoded.text) : undefined;
        for (const mention of mentions(entry.path, decoded.text, names.old, cellAt)) {
          const { name, isMarked } = mention;
          if (isMarked || !isOrdinaryWord(name) || isListed(mention.item)) outside.push(mention);
          else counted.set(name, (counted.get(name) ?? 0) + 1);
        }
      }
      continue;
    }
    const composes = mayComposeNames(raw) || prefixes.some((p) => raw.includes(p));
    if (!found.old && !found.context && !found.nonAscii && !found.star && !composes) continue;
    const decoded = workspace.decodePython(bytes);
    if (!decoded.ok) {
      const asked = new Set([...names.old, ...names.modules]);
      unreadable.push(...undecodable(entry.path, raw, asked, decoded.reason));
      continue;
    }
    const { text } = decoded;
    if (composes) composed.push(...composedPlaces(entry.path, text, names.old, grammar));
    const inText = new Set([...all].filter((name) => mayStand(text, name)));
    for (const spelling of otherSpellings(text, all))
      inText.add(text.slice(spelling.start, spelling.end).normalize("NFKC"));
    for (const identifier of prefixed(text, names.prefixes)) inText.add(identifier);
    if (inText.size === 0 && !found.star) continue;
    const reading = readModule(grammar, text, inText);
    if (reading.tokens.length === 0 && reading.starImports.length === 0) continue;
    files.set(entry.path, {
      path: entry.path,
      text,
      lines: lineIndex(text),
      encoding: decoded.encoding,
      bom: decoded.bom,
      sha256: workspace.sha256(bytes),
      reading,
    });
    if (reading.tokens.some((t) => names.old.has(t.name) || !all.has(t.name))) candidates.push(entry.path);
  }
  return { files, candidates, unreadable, mentions: outside, counted, composed, skipped };
}

/** Lets other work have its turn every few milliseconds: the server is starting meanwhile, and asks questions. */
function breather(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    last = performance.now();
  };
}

const TURN_MS = 8;

function composedPlaces(
  path: string,
  source: string,
  names: ReadonlySet<string>,
  grammar: Grammar,
): readonly ComposedPlace[] {
  const found = composedNames(grammar, source, names);
  if (found.length === 0) return [];
  const lines = lineIndex(source);
  return found.map((c) => {
    const place = placeAt({ path, lines }, c.start);
    const text = lines.lineText(place.line - 1).trim();
    return {
      ...c,
      item: { ...place, text, reason: "unresolved", detail: "a name that is put together at run time" },
    };
  });
}

/** A star import binds names that it does not spell. */
const STAR_IMPORT = /\bimport\s*\(?\s*\*/;

const LATIN1 = new TextDecoder("latin1");

/**
 * Searches bytes for all names at once, as one-byte characters: the encodings that Python source may use keep ASCII
 * letters as they are, and the rest is searched as UTF-8.
 */
function byteFinder(names: ScanNames) {
  const needles = (set: ReadonlySet<string>) =>
    [...set].map((name) => LATIN1.decode(new TextEncoder().encode(name)));
  const old = needles(new Set([...names.old, ...names.prefixes]));
  const context = needles(names.context);
  return (raw: string) => ({
    old: old.some((name) => raw.includes(name)),
    context: context.some((name) => raw.includes(name)),
    star: STAR_IMPORT.test(raw),
    // oxlint-disable-next-line no-control-regex -- everything outside ASCII is meant
    nonAscii: /[^\x00-\x7f]/.test(raw),
  });
}

function* prefixed(text: string, prefixes: ReadonlySet<string>): Iterable<string> {
  for (const prefix of prefixes) {
    for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, at + 1)) {
      const rest = /^[\p{XID_Continue}]*/u.exec(text.slice(at + prefix.length))?.[0] ?? "";
      yield prefix + rest;
    }
  }
}

function undecodable(
  path: string,
  raw: string,
  names: ReadonlySet<string>,
  reason: string,
): readonly NamedItem[] {
  return mentions(path, raw, names).map(({ name, item }) => ({ name, item: unparseableItem(item, reason) }));
}
