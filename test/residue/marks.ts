import { lineIndex } from "../../src/model/line-index.ts";
import { resolveName } from "../../src/python/scope.ts";
import type { ClassifiedFile } from "../../src/residue/classify.ts";
import type { Home, ResolvedTarget } from "../../src/residue/resolved-target.ts";
import { read } from "../python/marked.ts";

export function fileOf(path: string, text: string, name: string): ClassifiedFile {
  return { path, lines: lineIndex(text), reading: read(text, name) };
}

/** The module-level `name` of a file as a target. */
export function moduleTarget(file: ClassifiedFile, name: string): ResolvedTarget {
  return target(name, false, home(file, file.reading.module, name));
}

/** A member of the first class of a file as a target. */
export function memberTarget(file: ClassifiedFile, name: string): ResolvedTarget {
  const scope = file.reading.module.children.find((s) => s.kind === "class");
  if (scope === undefined) throw new Error("the file has no class");
  return target(name, true, home(file, scope, name));
}

function home(file: ClassifiedFile, scope: Home["scope"], name: string): Home {
  const declarations = file.reading.tokens.filter(
    (t) => t.kind === "name" && t.binding !== null && resolveName(t.scope, name) === scope,
  );
  return { path: file.path, scope, slots: [], declarations: declarations.filter((t) => t.kind === "name") };
}

function target(name: string, member: boolean, only: Home): ResolvedTarget {
  return {
    target: {
      entry: "symbols[0]",
      line: 1,
      module: "m",
      name: member ? `K.${name}` : name,
      newName: "new",
      kind: "auto",
      unknownReceivers: "refuse",
      keepExports: false,
    },
    name,
    newName: "new",
    kind: member ? "attribute" : "variable",
    member,
    homes: [only],
  };
}
