import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import type { Location } from "./ports.ts";
import { probeClass } from "./probe.ts";
import type { Session } from "./session.ts";

export interface AskedClass {
  readonly session: Session;
  readonly grammar: Grammar;
  readonly module: string;
  readonly className: string;
}

export interface LibraryParameter {
  readonly basesKnown: boolean;
  /** The file and line of a base outside the repository whose method has the parameter; null when there is none. */
  readonly declaring: string | null;
}

/** Whether a base outside the repository has one of the methods with a parameter that a keyword of the name can reach. */
export async function libraryParameter(
  { session, grammar, module, className }: AskedClass,
  methods: readonly string[],
  name: string,
): Promise<LibraryParameter> {
  const { basesKnown, inherited } = await probeClass(session.server, module, className, {
    inherited: methods,
    present: [],
  });
  for (const method of methods) {
    for (const location of inherited.get(method) ?? []) {
      if (location.path !== null) continue;
      // oxlint-disable-next-line no-await-in-loop -- one, mostly
      if (!(await declares(location, method, name, session, grammar))) continue;
      const file = location.absolutePath.slice(location.absolutePath.lastIndexOf("/") + 1);
      return { basesKnown, declaring: `${file}:${location.range.start.line + 1}` };
    }
  }
  return { basesKnown, declaring: null };
}

/** A signature seldom has more lines. */
const MOST_LINES = 60;

async function declares(
  location: Location,
  method: string,
  name: string,
  session: Session,
  grammar: Grammar,
): Promise<boolean> {
  const { line } = location.range.start;
  const range = { start: { line, character: 0 }, end: { line: line + MOST_LINES, character: 0 } };
  const text = await session.textAt({ ...location, range });
  if (text === null) return true;
  const indent = /^\s*/.exec(text)?.[0] ?? "";
  const { module } = readModule(grammar, text.slice(indent.length), new Set([method, name]));
  const first = module.children.find((s) => s.name === method);
  return first === undefined || first.signature?.keywords.has(name) === true;
}
