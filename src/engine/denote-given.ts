import { expectedRaises } from "../python/expected-raises.ts";
import type { AttributeToken, Token } from "../python/token.ts";
import type { FunctionHeading } from "../python/read-functions.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import { isSetElsewhere } from "./attribute-writes.ts";
import { openReceivers } from "./doubt-partly-known.ts";
import { BUILTIN_FIXTURES } from "./fixture-values.ts";
import type { GivenContext, GivenValues } from "./given-values.ts";
import { givenValues, isTest } from "./given-values.ts";
import type { JudgeContext } from "./judge.ts";
import { judge } from "./judge.ts";
import { openParameters } from "./passed-values.ts";
import type { Insertion } from "./shown-copy.ts";
import { atBodyStart, showCopy } from "./shown-copy.ts";
import type { SourceFile } from "./source-file.ts";

export interface DenoteGivenContext extends GivenContext, Omit<JudgeContext, "target"> {}

/**
 * What pytest passes to the parameters of tests, and what all calls of a function pass, no type checker takes into account. The
 * server is shown a copy of the file in which the functions first get it by assignments, and is asked there; the copy exists
 * nowhere on disk and never runs.
 */
export async function denoteGiven(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  context: DenoteGivenContext,
): Promise<Map<SourceFile, Denotations>> {
  const result = new Map(denoted);
  const given = givenValues(context);
  for (const [file, denotations] of denoted) {
    const open = [...denotations.keys()].filter(
      (t): t is AttributeToken => t.kind === "attribute" && isOpen(denotations.get(t)),
    );
    if (open.length === 0 || file.reading.errorAt !== null) continue;
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const found = await inCopy(file, open, target, given, context);
    if (found.size > 0) result.set(file, new Map([...denotations, ...found]));
  }
  return result;
}

async function inCopy(
  file: SourceFile,
  open: readonly AttributeToken[],
  target: ResolvedTarget,
  given: GivenValues,
  context: DenoteGivenContext,
): Promise<Denotations> {
  const found: [Token, { kind: "other" | "family"; detail: string; byText: true }][] = [];
  const insertions: Insertion[] = [];
  const asked = new Set<AttributeToken>();
  for (const heading of await given.functionsOf(file.path)) {
    const within = open.filter((t) => t.start >= heading.bodyAt && t.end <= heading.end);
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const stored = await storedParameters(heading, file, open, context);
    if (within.length === 0 && stored.size === 0) continue;
    const statements = new Set<string>();
    for (const parameter of openParameters(heading)) {
      const own = within.filter((t) => t.receiver?.text.split(".")[0] === parameter.name);
      const ofAttribute = stored.get(parameter.name) ?? [];
      // What a test gets is said at once; the calls of a function are looked for where it matters.
      if (own.length + ofAttribute.length === 0 && !isTest(heading)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      const value = await given.valueOf(file, heading, parameter);
      if (value === null && isTest(heading) && BUILTIN_FIXTURES.has(parameter.name)) {
        for (const token of own) found.push([token, OF_PYTEST]);
      }
      if (value === null) continue;
      for (const statement of value.imports) statements.add(statement);
      statements.add(`${parameter.name} = ${value.expression}`);
      for (const token of ofAttribute) asked.add(token);
    }
    if (statements.size === 0) continue;
    insertions.push(atBodyStart(file.text, heading.bodyAt, [...statements]));
    for (const token of within) asked.add(token);
  }
  for (const { name, exception, bodyAt } of expectedRaises(context.grammar, file.text)) {
    const own = open.filter((t) => t.receiver?.text.startsWith(`${name}.value`) === true);
    if (own.length === 0) continue;
    // What pytest calls `ExceptionInfo` has the exception as its `value`.
    const made = `class _Raised: value = ${exception}.__new__(${exception})`;
    const statements = [made, `${name} = _Raised()`].map((s) => atBodyStart(file.text, bodyAt, [s]).text);
    insertions.push({ at: bodyAt, text: statements.join("") });
    for (const token of own) asked.add(token);
  }
  if (insertions.length === 0) return new Map(found);

  const copy = showCopy(file, insertions, context.session);
  const isOpenReceiver = openReceivers(context.graph);
  for (const token of asked) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const locations = await copy.definition(token.start);
    // oxlint-disable-next-line no-await-in-loop
    if ((await isOpenReceiver(token, file, copy)) !== null) continue;
    // oxlint-disable-next-line no-await-in-loop
    const judged = await judge(locations, { ...context, target });
    if (judged?.kind !== "family" && judged?.kind !== "other") continue;
    found.push([
      token,
      { kind: judged.kind, detail: `by what its function is given: ${judged.detail}`, byText: true },
    ]);
  }
  return new Map(found);
}

/** The places behind an attribute, `self.a.name`, by the parameters of a method that go into it: `self.a = parameter`. */
async function storedParameters(
  heading: FunctionHeading,
  { path, text }: SourceFile,
  open: readonly AttributeToken[],
  { session, python }: DenoteGivenContext,
): Promise<ReadonlyMap<string, readonly AttributeToken[]>> {
  const stored = new Map<string, AttributeToken[]>();
  const [self] = heading.parameters;
  if (heading.classNameAt === null || self === undefined) return stored;
  const body = text.slice(heading.bodyAt, heading.end);
  for (const [, attribute = "", value = ""] of body.matchAll(STORED)) {
    const behind = open.filter((t) =>
      new RegExp(`^\\w+\\.${attribute}(?:\\.|$)`, "u").test(t.receiver?.text ?? ""),
    );
    // oxlint-disable-next-line no-await-in-loop
    if (behind.length === 0 || (await isSetElsewhere(attribute, path, python, session))) continue;
    for (const [word] of value.matchAll(/(?<![\w.])[\p{XID_Start}_][\p{XID_Continue}]*/gu)) {
      stored.set(word, [...(stored.get(word) ?? []), ...behind]);
    }
  }
  return stored;
}

const STORED = /^[ \t]*\w+\.(\w+)[ \t]*=[ \t]*(?!=)(.+)$/gmu;

/** Nothing tells the type of the object, or only what calls do not keep to. */
function isOpen(denotation: Denotation | undefined): boolean {
  return denotation?.untyped === true || denotation?.asDefault === true;
}

const OF_PYTEST = {
  kind: "other",
  detail: "an attribute of an object that pytest makes",
  byText: true,
} as const;
