import type { StringLiteral } from "../python/string-literals.ts";
import { importedPath } from "../python/standpoint.ts";
import { importSource, ownPackage } from "./import-source.ts";
import type { Standpoint } from "../python/standpoint.ts";
import type { ModuleMap } from "./module-map.ts";
import { lastOf } from "./module-map.ts";

/** What becomes of a literal: a new text, or a reason why it may mean a module that moves and cannot be rewritten. */
export type RelativeLiteral =
  | { readonly kind: "edit"; readonly newText: string }
  | { readonly kind: "unresolved"; readonly detail: string }
  | { readonly kind: "nothing" };

/** Where a file stands before and after the plan. */
export interface Standpoints {
  readonly before: Standpoint;
  readonly after: Standpoint;
}

const CALL = /\b(?:import_module|find_spec|resolve_name)\s*\(\s*$/;
const ANCHOR = /^\s*,\s*(?:package\s*=\s*)?(?:(["'])([\w.]+)\1|(__package__|__name__))\s*[,)]/;

/** `importlib.import_module(".unit", "pkg")`, which counts from the package that stands behind it (importlib's documentation). */
export function relativeLiteral(
  literal: StringLiteral,
  text: string,
  { before, after }: Standpoints,
  map: ModuleMap,
  olds: readonly string[],
): RelativeLiteral {
  const [, dots = "", path = ""] = /^(\.+)([\w.]*)$/.exec(literal.content) ?? [];
  if (dots === "" || !CALL.test(text.slice(Math.max(0, literal.start - 60), literal.start))) return NOTHING;
  const [, , written, variable] = ANCHOR.exec(text.slice(literal.end, literal.end + 200)) ?? [];
  const meant = ({ module, isPackage }: Standpoint): string | null => {
    if (variable === undefined) return null;
    return variable === "__name__" ? module : ownPackage({ module, isPackage });
  };
  const anchor = written ?? meant(before);
  if (anchor === null) {
    const mayBe = olds.some((old) => lastOf(old) === lastOf(path));
    return mayBe
      ? { kind: "unresolved", detail: "imports relative to a package that is not written here" }
      : NOTHING;
  }
  const old = importedPath({ dots: dots.length, path }, { module: anchor, isPackage: true });
  const renamed = map.renamed(old);
  const newAnchor = meant(after) ?? map.renamed(anchor);
  if (renamed === old && newAnchor === anchor) return NOTHING;
  const newText = importSource(renamed, true, { module: newAnchor, isPackage: true });
  // A package that is written beside it, and moves itself, is another literal.
  const follows = written === undefined || map.renamed(written) === written;
  if (!follows || !newText.startsWith(".")) {
    return { kind: "unresolved", detail: "imports the module relative to a package that it leaves" };
  }
  return newText === literal.content ? NOTHING : { kind: "edit", newText };
}

const NOTHING: RelativeLiteral = { kind: "nothing" };
