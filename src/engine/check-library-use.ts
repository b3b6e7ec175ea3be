import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph } from "./class-graph.ts";
import { ownClasses } from "./own-classes.ts";
import { placeAt } from "./place-at.ts";
import type { Scan } from "./scan.ts";
import { isPrivateField, withoutUnderscores } from "./scan-names.ts";

/** Standard library classes that find members of their subclasses by a prefix (docs.python.org, each module's page). */
const COMPOSED_BY_LIBRARIES: readonly { readonly bases: RegExp; readonly prefix: RegExp }[] = [
  { bases: /^Cmd$/, prefix: /^(do|help|complete)_/ },
  { bases: /HTTPRequestHandler$/, prefix: /^do_/ },
  { bases: /^Node(Visitor|Transformer)$/, prefix: /^visit_/ },
  { bases: /TestCase$/, prefix: /^test/ },
  { bases: /^HTMLParser$/, prefix: /^(handle|parse|unknown)_/ },
];

/** Members whose names mean something to the library that their class comes from, without being inherited. */
export async function checkLibraryUse(
  target: ResolvedTarget,
  scan: Scan,
  graph: ClassGraph,
): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const place of ownClasses(target, scan)) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const { baseNames } = await graph.ancestry(place);
    const line = place.file.lines.positionAt(place.header.nameAt).line + 1;
    const where = { path: place.file.path, line };
    const rule = COMPOSED_BY_LIBRARIES.find(
      (r) => r.prefix.test(target.name) && [...baseNames].some((b) => r.bases.test(b)),
    );
    if (rule !== undefined) {
      const message = `A base class finds ${target.name} by its prefix, so the name cannot change without changing what it does.`;
      conflicts.push(conflict("family/outside", target.target.entry, message, where));
    }
    const isPrivate = isPrivateField(target.name) || isPrivateField(target.newName);
    if (isPrivate && place.header.decorators.some((d) => ATTRS.test(d)))
      conflicts.push(...passedByKeyword(target, scan));
    if (makesValueOfName(target, scan, baseNames)) {
      const message = `The value of ${target.name} is made of its name (auto()), so a rename would change the value.`;
      conflicts.push(conflict("name/reserved", target.target.entry, message, where));
    }
  }
  return conflicts;
}

/** Decorators that make a class with attrs, which calls the argument for `_code` `code`. */
const ATTRS =
  /^(?:(?:attr|attrs)\.(?:s|attrs|define|mutable|frozen|dataclass)|attrs|define|mutable|frozen)(?:\s*\(|$)/;

function passedByKeyword(target: ResolvedTarget, scan: Scan): readonly Conflict[] {
  const keyword = withoutUnderscores(target.name);
  for (const file of scan.files.values()) {
    const token = file.reading.tokens.find((t) => t.kind === "keyword" && t.name === keyword);
    if (token === undefined) continue;
    const message =
      `attrs leaves the underscores of a field out of its argument, and ${keyword} may be passed for ${target.name} here. ` +
      "Keep the form of the name, or pass it by place.";
    return [conflict("family/outside", target.target.entry, message, placeAt(file, token.start))];
  }
  return [];
}

/** pytest and unittest collect by these beginnings; a test that loses its own is not run any more, without a word. */
const COLLECTED = { function: /^test/, method: /^test/, class: /^Test/ } as const;

/** A test that would no longer be found. */
export function checkCollected(target: ResolvedTarget): readonly Conflict[] {
  const { kind, name, newName, homes } = target;
  const path = homes[0]?.path ?? "";
  const pattern = kind === "function" || kind === "method" || kind === "class" ? COLLECTED[kind] : null;
  const inTests = /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path);
  if (pattern === null || !inTests || !pattern.test(name) || pattern.test(newName)) return [];
  const message = `Test runners find ${name} by how it begins, and would not find ${newName}. Keep the beginning.`;
  return [conflict("name/reserved", target.target.entry, message, { path })];
}

/** A member of an enumeration that gives names as values: StrEnum, or one with a `_generate_next_value_` of its own. */
function makesValueOfName(target: ResolvedTarget, scan: Scan, baseNames: ReadonlySet<string>): boolean {
  return target.homes.some(({ path, declarations }) => {
    const text = scan.files.get(path)?.text ?? "";
    const auto = declarations.some((d) => /^\s*=\s*(\w+\.)?auto\(\s*\)/.test(text.slice(d.end, d.end + 80)));
    return auto && (baseNames.has("StrEnum") || text.includes("_generate_next_value_"));
  });
}
