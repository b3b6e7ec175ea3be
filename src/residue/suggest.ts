import type { ResidueItem, Suggestion } from "../model/residue-item.ts";

/** What an entry renames, as texts name it. */
export interface RenamedPath {
  /** `pkg.module.Class.member`, or the path of a module. */
  readonly old: string;
  readonly new: string;
  /** `pkg.module:Class.member`, as entry points are written, and what becomes of it; null for a module. */
  readonly colon: { readonly old: string; readonly new: string } | null;
}

/**
 * The lines of a plan that would handle a place, when the place names what is renamed beyond doubt: by its whole path, or in a role
 * of Sphinx. Null for any other place. `whole` is the source line, and `isAlone` says that it holds no other place.
 */
export function suggest(
  item: ResidueItem,
  whole: string,
  path: RenamedPath,
  isAlone: boolean,
): Suggestion | null {
  if (item.decision !== undefined || !SUGGESTED.has(item.reason)) return null;
  const cut = Math.max(0, item.column - 1 - NEAR);
  const line = whole.slice(cut, item.column - 1 + NEAR);
  const start = item.column - 1 - cut;
  const at = start + (/^[a-zA-Z]{0,2}["']+/.exec(line.slice(start))?.[0].length ?? 0);
  const decision: Suggestion = {
    list: "decisions",
    entry: {
      path: item.path,
      line: item.line,
      ...(isAlone ? {} : { column: item.column }),
      text: item.text,
      action: "rename",
    },
  };
  const from = at - (BEFORE.exec(line.slice(0, at))?.[0].length ?? 0);
  const dotted = (BEHIND.exec(line.slice(from))?.[0] ?? "").replace(/[.:]+$/, "");
  const entry = entryFor(dotted, path);
  if (entry === null) return isRole(line.slice(0, at), path.old) ? decision : null;
  if (item.reason === "out_of_scope") return entry;
  if (item.reason !== "string_literal") return decision;
  const quote = line.charAt(from - 1);
  const isWhole = /["']/.test(quote) && line.charAt(from + dotted.length) === quote;
  return isWhole ? entry : decision;
}

/** How far around a place is looked (UTF-16 code units): a minified file has one line. */
const NEAR = 1000;

const SUGGESTED: ReadonlySet<ResidueItem["reason"]> = new Set([
  "string_literal",
  "docstring",
  "comment",
  "out_of_scope",
]);

const BEFORE = /[\p{XID_Continue}.:]*$/u;
const BEHIND = /^[\p{XID_Continue}.:]*/u;

/** The entry that rewrites a text that is the path, or goes on behind it. */
function entryFor(text: string, { old, new: to, colon }: RenamedPath): Suggestion | null {
  const isPath = text === old || text.startsWith(`${old}.`) || (colon === null && text.startsWith(`${old}:`));
  if (isPath) return { list: "strings", entry: { old, new: to, kind: "dotted" } };
  if (colon === null || (text !== colon.old && !text.startsWith(`${colon.old}.`))) return null;
  return { list: "strings", entry: { old: colon.old, new: colon.new, kind: "exact" } };
}

/** ``:class:`~mod.Name` ``: what the role names can only be the path, or its last name. */
function isRole(before: string, old: string): boolean {
  const written = /:[a-z][\w+.:-]*:`(?:[^`<]*<)?[~!]?\.?(?<parents>[\p{XID_Continue}.]*)$/u.exec(before);
  if (written === null) return false;
  const parents = written.groups?.["parents"] ?? "";
  const last = old.slice(old.lastIndexOf(".") + 1);
  // Either the end of the path, or the name in a package above, which can pass it on.
  return `.${old}`.endsWith(`.${parents}${last}`) || old.startsWith(parents);
}
