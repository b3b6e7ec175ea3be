import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { LibraryMember } from "../engine/ports.ts";

/** Where the server keeps the stubs of the standard library, in its own folder. */
const STUBS = join("dist", "typeshed-fallback", "stdlib");

/**
 * The classes of the standard library that have a member of a name, as `threading.Thread`, sorted. They are read from the
 * server's stubs as text: a line of a class body that defines or assigns the name. Throws when there are no stubs.
 */
export function libraryMembers(serverFolder: string, name: string): readonly LibraryMember[] {
  const root = join(serverFolder, STUBS);
  const member = new RegExp(
    `^[ \\t]+(?:(?:async[ \\t]+)?def[ \\t]+${name}\\b|${name}[ \\t]*[:=](?!.*,[ \\t]*$))`,
  );
  const found = new Map<string, LibraryMember>();
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
    let isProtocol = false;
    for (const line of text.split("\n")) {
      const header = /^\s*class[ \t]+(\w+)(.*)/.exec(line);
      if (header !== null) {
        owner = header[1] ?? null;
        isProtocol = /\bProtocol\b/.test(header[2] ?? "");
      } else if (/^\S/.test(line) && !/^[)\]#@]/.test(line)) owner = null;
      if (owner === null || !member.test(line)) continue;
      found.set(`${module}.${owner}`, { owner: `${module}.${owner}`, isProtocol });
    }
  }
  return [...found.values()];
}
