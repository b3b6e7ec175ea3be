import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SUBJECTS } from "./subjects.ts";

/** A rename to ask for, as a line of a symbols file holds it (JSON, one object a line). */
export interface BenchSymbol {
  readonly module: string;
  /** Dotted for a member. */
  readonly old: string;
  /** The last component only. */
  readonly new: string;
  /** The file that defines it, relative to the tree. */
  readonly file: string;
  /** Where the definition is written, counted from 1. */
  readonly line: number;
}

type Loose = { readonly [Key in keyof BenchSymbol]?: unknown };

export function readSymbols(file: string): readonly BenchSymbol[] {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.map((line, index) => {
    const value: Loose = JSON.parse(line);
    if (!isSymbol(value))
      throw new Error(`${file}:${index + 1}: a symbol has module, old, new, file and line`);
    const newName = value.new.slice(value.new.lastIndexOf(".") + 1);
    return { module: value.module, old: value.old, new: newName, file: value.file, line: value.line };
  });
}

export function generatedSymbols(tree: string): readonly BenchSymbol[] {
  return SUBJECTS.map(({ module, name, newName }) => {
    const file = `src/harbour/core/${module}.py`;
    const definition = new RegExp(`^ *(?:class |def )?${lastName(name)}\\b(?: =|:|\\()`);
    const line = readFileSync(join(tree, file), "utf8")
      .split("\n")
      .findIndex((text) => definition.test(text));
    if (line < 0) throw new Error(`${file} does not define ${name}`);
    return { module: `harbour.core.${module}`, old: name, new: newName, file, line: line + 1 };
  });
}

/** The last component of a dotted name. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

function isSymbol(value: Loose): value is BenchSymbol {
  const { module, old, new: newName, file, line } = value;
  return [module, old, newName, file].every((v) => typeof v === "string") && typeof line === "number";
}
