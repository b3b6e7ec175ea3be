import type { Plan } from "../../model/plan.ts";
import { oldName } from "../../model/plan.ts";
import type { LanguageServer, Workspace } from "../ports.ts";
import { changedText } from "./changed-text.ts";
import type { ChangedFile, ChangedTree } from "./changed-tree.ts";

/**
 * Files that use a class whose renamed member the standard library can want of it by its shape
 * alone, as `print(file=x)` wants `write`: only a type checker sees that it is missing then.
 */
export async function shapeUsers(
  plan: Plan,
  tree: ChangedTree,
  server: LanguageServer,
  workspace: Workspace,
): Promise<readonly ChangedFile[]> {
  const wanted = new Set<string>();
  for (const entry of plan.symbols.filter(({ name }) => name.includes("."))) {
    // oxlint-disable-next-line no-await-in-loop -- one entry, mostly
    const members = await server.libraryMembers(oldName(entry));
    if (members.some(({ isProtocol }) => isProtocol)) wanted.add(entry.newName);
  }
  const classes = new Set([...tree.files.values()].flatMap((file) => [...classesWith(wanted, file)]));
  const users: ChangedFile[] = [];
  if (classes.size === 0) return users;
  const word = new RegExp(`(?<!\\w)(?:${[...classes].join("|")})(?!\\w)`);
  for (const path of tree.python) {
    const known = tree.files.get(path);
    if (known !== undefined) {
      if (word.test(known.before)) users.push(known);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- one file at a time in memory
    const decoded = workspace.decodePython(await workspace.read(path));
    if (!decoded.ok || !word.test(decoded.text)) continue;
    users.push({ path, newPath: tree.newPath(path), ...changedText(decoded.text, decoded.text, []) });
  }
  return users;
}

/** The classes above the definitions that an edit gives one of the names. */
function classesWith(names: ReadonlySet<string>, file: ChangedFile): ReadonlySet<string> {
  const classes = new Set<string>();
  for (const { newStart, newEnd } of file.spans) {
    if (!names.has(file.after.slice(newStart, newEnd))) continue;
    const above = file.after.slice(0, newStart).split("\n");
    const indent = /^\s*/.exec(above.at(-1) ?? "")?.[0].length ?? 0;
    for (const line of above.toReversed().slice(1)) {
      const header = /^(\s*)class\s+(\w+)/.exec(line);
      if (header === null || (header[1] ?? "").length >= indent) continue;
      classes.add(header[2] ?? "");
      break;
    }
  }
  return classes;
}
