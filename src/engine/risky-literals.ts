import type { ModuleTarget } from "../model/plan.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { StringLiteral } from "../python/string-literals.ts";
import { parentOf } from "./module-map.ts";

/** Why a literal may break with a move although nothing in it can be rewritten for sure; null when it cannot. */
export function riskOf(
  literal: StringLiteral,
  before: string,
  { old, new: to }: Pick<ModuleTarget, "old" | "new">,
  tree: ModuleTree,
): string | null {
  const { content, value, isBytes, isDocstring } = literal;
  if (isDocstring) return null;
  if (isBytes && BINARY.test(value ?? "") && value?.includes(old) === true)
    return "pickled data that finds the module by its name";
  const leaves = parentOf(old) !== "" && parentOf(old) !== parentOf(to);
  if (leaves && content === parentOf(old) && LISTS.test(before))
    return "lists the modules of the package that the module leaves";
  if (isPattern(content, old, tree))
    return "a regular expression for the module's path, which would match nothing; let it match the new path too";
  const path = RegExp.escape(old);
  const imports = new RegExp(String.raw`(?:__import__|import_module)\(\s*\\?["']${path}(?:\\?["']|[.:])`);
  return imports.test(content) && content !== old ? "code in a string that imports the module" : null;
}

/** The path with its dots escaped; of a package at the top, the path of a module in it. */
function isPattern(content: string, old: string, tree: ModuleTree): boolean {
  const dot = String.raw`\\{1,2}\.`;
  const path = old
    .split(".")
    .map((part) => RegExp.escape(part))
    .join(dot);
  const pattern = new RegExp(`(?<![\\w.])${path}(?:${dot}(\\w+))?(?!\\w)`, "g");
  return [...content.matchAll(pattern)].some(
    ([, inside]) =>
      old.includes(".") || (inside !== undefined && tree.filesOf(`${old}.${inside}`).length > 0),
  );
}

/** Text holds no such bytes. */
// oxlint-disable-next-line no-control-regex -- they are what tells pickled data
const BINARY = /[\x00-\x08\x0e-\x1f\x80-\xff]/;

/** The end of what stands in front of the first argument of `iter_modules`, `find_packages`, `autodiscover` and their like. */
const LISTS = /\b\w*(?:modules|packages|discover)\w*\s*\(\s*\[?\s*$/;
