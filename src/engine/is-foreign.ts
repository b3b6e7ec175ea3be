import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { Callee } from "../python/token.ts";
import { importedPath } from "./receiver.ts";

/** Imports take what is called from a package that is not in the repository. */
export function isForeign(callee: Callee, text: string, grammar: Grammar, tree: ModuleTree): boolean {
  if (!/^[\p{XID_Continue}.]+$/u.test(callee.text)) return false;
  const top = importedPath(text, callee, grammar)?.split(".")[0] ?? "";
  return top !== "" && !tree.hasTopLevel(top);
}
