import { folderOf } from "../python/module-path.ts";
import { isModule, isProof } from "./judge.ts";
import type { ModuleContext } from "./module-context.ts";
import type { SourceFile } from "./source-file.ts";

/** What an import or an attribute is, as the server says; mixed: the module, or something else. */
export type ModuleMeaning = "moved" | "other" | "unknown" | "mixed";

/** Asks the server what a name in a file is. */
export async function moduleMeaning(
  file: SourceFile,
  offset: number,
  context: ModuleContext,
): Promise<ModuleMeaning> {
  const locations = await context.session.definition(file.path, offset);
  if (locations.length === 0) return "unknown";
  const inside = locations.filter((l) => l.path !== null && context.moved.has(l.path) && isModule(l));
  if (inside.length > 0) return inside.length === locations.length ? "moved" : "mixed";
  const name = NAME.exec(file.text.slice(offset))?.[0].normalize("NFKC") ?? "";
  const proved = await Promise.all(locations.map((l) => isProof(l, name, context.session)));
  // The server goes to the function around a place that it knows nothing of.
  return proved.every(Boolean) ? "other" : "unknown";
}

/** The same of a path in an import: `import a.b`, and `from a import b` for what is called `from`. Asked once a folder. */
export async function importMeaning(
  path: string,
  way: "import" | "from" | "relative",
  file: SourceFile,
  offset: number,
  context: ModuleContext,
): Promise<ModuleMeaning> {
  const key = `${folderOf(file.path)}\n${way}\n${path}`;
  const known = context.meanings.get(key);
  if (known !== undefined) return known;
  const meaning = await moduleMeaning(file, offset, context);
  // Of code that cannot be reached the server says nothing; elsewhere it may.
  if (meaning !== "unknown") context.meanings.set(key, meaning);
  return meaning;
}

const NAME = /^[\p{XID_Start}_][\p{XID_Continue}]*/u;
