import { isInit } from "../python/module-path.ts";
import { importedPath } from "../python/standpoint.ts";
import type { NameToken } from "../python/token.ts";
import type { ModuleContext } from "./module-context.ts";
import { lastOf, parentOf } from "./module-map.ts";
import type { ModuleMeaning } from "./module-meaning.ts";
import type { SourceFile } from "./source-file.ts";

/** What an attribute of a package is that has the name of one of its modules; a doubt says why nobody can tell. */
export type PackageAttribute =
  | { readonly kind: ModuleMeaning }
  | { readonly kind: "doubtful"; readonly detail: string };

/**
 * The server does not always see what runs: it takes a module for the attribute although the package binds the name
 * to something else, and answers from a stub where the source says otherwise. Importing a module sets the attribute once, at
 * the first import (reference, "Submodules"); what the package binds afterwards replaces it. `meaning` is the server's word.
 */
export function packageAttribute(
  old: string,
  meaning: ModuleMeaning,
  context: ModuleContext,
): PackageAttribute {
  const parent = parentOf(old);
  if (parent === "") return { kind: meaning };
  const inits = context.tree.filesOf(parent).filter(({ path }) => isInit(path));
  const others = inits
    .filter(({ stub }) => !stub)
    .flatMap(({ path }) => otherBindings(context.files.get(path), old, parent));
  if (others.length > 0) {
    // The statement imports the module itself, and then gives its name to something in it.
    const isReplaced = others.every((path) => path?.startsWith(`${old}.`) === true);
    if (isReplaced) return { kind: "other" };
    if (meaning !== "moved" && meaning !== "mixed") return { kind: meaning };
    const detail =
      "the package has something else of this name too, and which it is depends on what is imported first";
    return { kind: "doubtful", detail };
  }
  const isTwofold = inits.some(({ stub }) => stub) && inits.some(({ stub }) => !stub);
  if (meaning === "other" && isTwofold) {
    return { kind: "doubtful", detail: "the stub of the package says otherwise than its source" };
  }
  return { kind: meaning };
}

/** What a package's own code binds the name of a module to, other than the module: paths that are imported, null for the rest. */
function otherBindings(
  init: SourceFile | undefined,
  old: string,
  parent: string,
): readonly (string | null)[] {
  if (init === undefined) return [];
  return init.reading.tokens
    .filter(
      (t): t is NameToken =>
        t.kind === "name" &&
        t.name === lastOf(old) &&
        t.binding !== null &&
        t.binding !== "delete" &&
        t.scope === init.reading.module,
    )
    .map((t) => (t.imports === null ? null : importedPath(t.imports, { module: parent, isPackage: true })))
    .filter((path) => path !== old);
}
