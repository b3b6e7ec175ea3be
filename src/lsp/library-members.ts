import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { LibraryMember } from "../engine/ports.ts";

/** Where the server keeps the stubs of the standard library, in its own folder. */
const STUBS = join("dist", "typeshed-fallback", "stdlib");

/**
 * Finds the classes of the standard library that have a member of a name, as `threading.Thread`, sorted. They are read from the
 * server's stubs as text: a line of a class body that defines or assigns the name. The stubs are read once, at the first
 * question; it throws when there are none.
 */
export function libraryMembers(serverFolder: string): (name: string) => readonly LibraryMember[] {
  let stubs: readonly Stub[] | null = null;
  return (name) => {
    stubs ??= readStubs(join(serverFolder, STUBS));
    const found = new Map<string, LibraryMember>();
    for (const stub of stubs) {
      for (const member of stub.text.includes(name) ? membersIn(stub, name) : []) {
        found.set(member.owner, member);
      }
    }
    return [...found.values()];
  };
}

interface Stub {
  /** Dotted. */
  readonly module: string;
  readonly text: string;
}

function readStubs(root: string): readonly Stub[] {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted();
  return paths
    .filter((path) => path.endsWith(".pyi"))
    .map((path) => ({
      module: path
        .replace(/\.pyi$/, "")
        .split(sep)
        .filter((part) => part !== "__init__")
        .join("."),
      text: readFileSync(join(root, path), "utf8"),
    }));
}

function membersIn({ module, text }: Stub, name: string): readonly LibraryMember[] {
  const member = new RegExp(
    `^[ \\t]+(?:(?:async[ \\t]+)?def[ \\t]+${name}\\b|${name}[ \\t]*[:=](?!.*,[ \\t]*$))`,
  );
  const found: LibraryMember[] = [];
  let owner: string | null = null;
  let isProtocol = false;
  for (const line of text.split("\n")) {
    const header = /^\s*class[ \t]+(\w+)(.*)/.exec(line);
    if (header !== null) {
      owner = header[1] ?? null;
      isProtocol = /\bProtocol\b/.test(header[2] ?? "");
    } else if (/^\S/.test(line) && !/^[)\]#@]/.test(line)) owner = null;
    if (owner !== null && member.test(line)) found.push({ owner: `${module}.${owner}`, isProtocol });
  }
  return found;
}
