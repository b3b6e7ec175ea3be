import type { Grammar } from "../python/grammar.ts";
import type { AttributeToken, Token } from "../python/token.ts";
import { isFixture } from "../residue/fixtures.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { Denotations } from "./denote.ts";
import type { FixtureSearch } from "./fixture-values.ts";
import { BUILTIN_FIXTURES, fixtureSearch, statementsBefore } from "./fixture-values.ts";
import type { JudgeContext } from "./judge.ts";
import { judge } from "./judge.ts";
import type { Insertion } from "./shown-copy.ts";
import { showCopy } from "./shown-copy.ts";
import type { SourceFile } from "./source-file.ts";

export interface FixtureContext extends Omit<JudgeContext, "target"> {
  readonly graph: ClassGraph;
  readonly grammar: Grammar;
}

/**
 * pytest passes fixtures to the parameters of tests, which no type checker knows. The server is shown a copy of the file in
 * which each test first gets its fixtures by calls, and is asked there; the copy exists nowhere on disk and never runs.
 */
export async function denoteFixtures(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  context: FixtureContext,
): Promise<Map<SourceFile, Denotations>> {
  const result = new Map(denoted);
  const search = fixtureSearch(context.session, context.graph, context.grammar);
  for (const [file, denotations] of denoted) {
    const open = [...denotations.keys()].filter(
      (t): t is AttributeToken => t.kind === "attribute" && denotations.get(t)?.untyped === true,
    );
    if (open.length === 0 || file.reading.errorAt !== null) continue;
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const found = await inCopy(file, open, target, search, context);
    if (found.size > 0) result.set(file, new Map([...denotations, ...found]));
  }
  return result;
}

async function inCopy(
  file: SourceFile,
  open: readonly AttributeToken[],
  target: ResolvedTarget,
  search: FixtureSearch,
  context: FixtureContext,
): Promise<Denotations> {
  const found: [Token, { kind: "other" | "family"; detail: string; byText: true }][] = [];
  const insertions: Insertion[] = [];
  const asked: AttributeToken[] = [];
  for (const heading of await search.functionsOf(file.path)) {
    const { name, decorators, parameters, start, end, bodyAt, inheritsInClass } = heading;
    const within = open.filter((t) => t.start >= bodyAt && t.end <= end);
    // A base of the class can bring fixtures along.
    const isTest = (name.startsWith("test") || isFixture(decorators)) && !inheritsInClass;
    if (!isTest || within.length === 0 || insertions.some((i) => i.at > start && i.at < end)) continue;
    const statements = new Set<string>();
    const gets: string[] = [];
    for (const { name: parameter, annotated } of parameters) {
      if (annotated || decorators.some((d) => new RegExp(`["', ]${parameter}["', ]`).test(d))) continue;
      // oxlint-disable-next-line no-await-in-loop -- the nearest one counts
      const value = await search.valueOf(parameter, file.path);
      if (value === null) {
        const own = within.filter((t) => t.receiver?.text.split(".")[0] === parameter);
        if (BUILTIN_FIXTURES.has(parameter)) for (const token of own) found.push([token, OF_PYTEST]);
        continue;
      }
      for (const statement of value.imports) statements.add(statement);
      gets.push(`${parameter} = ${value.expression}`);
    }
    if (gets.length === 0) continue;
    insertions.push({ at: bodyAt, text: statementsBefore(file.text, bodyAt, [...statements, ...gets]) });
    asked.push(...within);
  }
  if (insertions.length === 0) return new Map(found);

  const copy = showCopy(file, insertions, context.session);
  for (const token of asked) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const locations = await copy.definition(token.start);
    // oxlint-disable-next-line no-await-in-loop
    const judged = await judge(locations, { ...context, target });
    if (judged?.kind !== "family" && judged?.kind !== "other") continue;
    found.push([token, { kind: judged.kind, detail: `through a fixture: ${judged.detail}`, byText: true }]);
  }
  return new Map(found);
}

const OF_PYTEST = {
  kind: "other",
  detail: "an attribute of an object that pytest makes",
  byText: true,
} as const;
