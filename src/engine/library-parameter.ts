import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import type { Location } from "./ports.ts";
import type { ClassPlace } from "./class-place.ts";
import { className } from "./class-place.ts";
import type { ParameterContext } from "./parameter-context.ts";
import type { Session } from "./session.ts";

export interface LibraryParameter {
  readonly basesKnown: boolean;
  /** The file and line of a base outside the repository whose method has the parameter; null when there is none. */
  readonly declaring: string | null;
}

/** Whether a base outside the repository has one of the methods with a parameter that a keyword of the name can reach. */
export async function libraryParameter(
  place: ClassPlace,
  methods: readonly string[],
  name: string,
  { session, grammar, graph }: ParameterContext,
): Promise<LibraryParameter> {
  const probe = await graph.probe(place.file.path, className(place), { inherited: methods, present: [] });
  if (probe === null) return { basesKnown: false, declaring: null };
  const { basesKnown, inherited } = probe;
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
