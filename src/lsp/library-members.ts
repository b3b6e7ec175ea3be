import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** Where the server keeps the stubs of the standard library, in its own folder. */
const STUBS = join("dist", "typeshed-fallback", "stdlib");

/**
 * The classes of the standard library that have a member of a name, as `threading.Thread`, sorted. They are read from the
 * server's stubs as text: a line of a class body that defines or assigns the name. Throws when there are no stubs.
 */
export function libraryMembers(serverFolder: string, name: string): readonly string[] {
  const root = join(serverFolder, STUBS);
  const member = new RegExp(
    `^[ \\t]+(?:(?:async[ \\t]+)?def[ \\t]+${name}\\b|${name}[ \\t]*[:=](?!.*,[ \\t]*$))`,
  );
  const found = new Set<string>();
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted();
  for (const path of paths.filter((p) => p.endsWith(".pyi"))) {
    const text = readFileSync(join(root, path), "utf8");
    if (!text.includes(name)) continue;
    const module = path
      .replace(/\.pyi$/, "")
      .split(sep)
      .filter((part) => part !== "__init__")
      .join(".");
    let owner: string | null = null;
    for (const line of text.split("\n")) {
      owner =
        /^class[ \t]+(\w+)/.exec(line)?.[1] ?? (/^\S/.test(line) && !/^[)\]#@]/.test(line) ? null : owner);
      if (owner !== null && member.test(line)) found.add(`${module}.${owner}`);
    }
  }
  return [...found];
}
