import { definedNames } from "../python/defined-names.ts";
import type { Grammar } from "../python/grammar.ts";
import { importStatements } from "../python/import-statements.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { Session } from "./session.ts";

export interface DefinitionContext {
  readonly tree: ModuleTree;
  readonly session: Session;
  readonly grammar: Grammar;
}

/** The text of a module says that it has an attribute of this name: one that it defines or imports. */
export async function moduleDefines(
  module: string,
  name: string,
  { tree, session, grammar }: DefinitionContext,
): Promise<boolean> {
  for (const { path } of tree.filesOf(module)) {
    // oxlint-disable-next-line no-await-in-loop -- one, mostly
    const file = await session.load(path);
    if (file === null) continue;
    if (definedNames(grammar, file.text, []).includes(name)) return true;
    // What a module imports is an attribute of it as well, as tests know that replace it.
    const imported = importStatements(grammar, file.text).flatMap(({ items }) => items);
    if (imported.some((item) => (item.alias ?? item.path.split(".")[0]) === name)) return true;
  }
  return false;
}

/** The module can have an attribute of this name, for all that its text says; only then it is false. */
export async function mayDefine(module: string, name: string, context: DefinitionContext): Promise<boolean> {
  const { tree, session, grammar } = context;
  if (name.startsWith("__") || tree.filesOf(`${module}.${name}`).length > 0) return true;
  for (const { path } of tree.filesOf(module)) {
    // oxlint-disable-next-line no-await-in-loop -- one, mostly
    const file = await session.load(path);
    if (file === null || /\b(?:__getattr__|globals|setattr|exec|sys\.modules)\b/.test(file.text)) return true;
    const hasStar = importStatements(grammar, file.text).some(
      (s) => s.kind === "from" && s.items.length === 0,
    );
    if (hasStar || globalOffset(file.text, name) !== null) return true;
  }
  return moduleDefines(module, name, context);
}

/** Where a function declares a name global, which makes it one of the module; null when none does. */
export function globalOffset(text: string, name: string): number | null {
  return new RegExp(`\\bglobal\\b[^\\n]*\\b${name}\\b`).exec(text)?.index ?? null;
}
