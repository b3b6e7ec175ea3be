import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders `<theme>/<leaf>` with `plan.toml`, `before/`, `after/` when it is to be applied, `expect.json`, `setup.json`. */
export const CASES = join(import.meta.dirname, "../../fixtures/cases");

/** `expect.json`. Residue reads `path:line reason`. */
export interface Expectation {
  readonly status: "applied" | "refused";
  /** The codes of the conflicts, each once, sorted. */
  readonly conflicts?: readonly string[];
  /** All residue of all entries, each place and reason as often as it is there, sorted. */
  readonly residue?: readonly string[];
  /** Residue that must be among the rest. */
  readonly must?: readonly string[];
  /** Old path to new path of files that move, whose modes go with them. */
  readonly moves?: Readonly<Record<string, string>>;
  /** Texts that a notice must hold. */
  readonly notices?: readonly string[];
}

/** An item of `setup.json`: what git or an editor would spoil in a file of `before/`. */
export interface Setup {
  readonly path: string;
  /** UTF-8. */
  readonly text?: string;
  /** One character a byte. */
  readonly latin1?: string;
  /** What is expected afterwards, in the same notation; the same when it is left out. */
  readonly after?: string;
  /** Octal, as in "755". */
  readonly mode?: string;
  /** What the link points at. */
  readonly link?: string;
  /** Written behind the commit: a changed or an untracked file. */
  readonly late?: boolean;
}

export interface Case {
  /** `<theme>/<leaf>` */
  readonly name: string;
  readonly plan: string;
  readonly expected: Expectation;
  /** Path to bytes, one character a byte. */
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  readonly setup: readonly Setup[];
}

export const THEMES: readonly string[] = readdirSync(CASES).sort();

export function leavesOf(theme: string): readonly string[] {
  return readdirSync(join(CASES, theme)).sort();
}

export function readCase(name: string): Case {
  const folder = join(CASES, name);
  const setup = join(folder, "setup.json");
  return {
    name,
    plan: readFileSync(join(folder, "plan.toml"), "utf8"),
    expected: JSON.parse(readFileSync(join(folder, "expect.json"), "utf8")),
    before: filesBelow(join(folder, "before")),
    after: filesBelow(join(folder, "after")),
    setup: existsSync(setup) ? JSON.parse(readFileSync(setup, "utf8")) : [],
  };
}

/** The bytes that an item of `setup.json` is to become, or stay. */
export function contentOf(item: Setup, which: "before" | "after"): Buffer | null {
  const text = item.text ?? item.latin1;
  if (text === undefined) return null;
  const wanted = which === "after" ? (item.after ?? text) : text;
  return Buffer.from(wanted, item.text === undefined ? "latin1" : "utf8");
}

function filesBelow(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile());
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [path.slice(folder.length + 1), readFileSync(path, "latin1")];
    }),
  );
}
