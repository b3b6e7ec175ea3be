import type { Span } from "../python/import-statements.ts";
import type { FunctionHeading, Parameter } from "../python/read-functions.ts";
import { mayStand } from "../python/words.ts";
import type { CallContext, CallSite } from "./call-sites.ts";
import { classAt, isStatic } from "./call-sites.ts";
import type { LoadedText } from "./session.ts";
import type { Insertion } from "./shown-copy.ts";
import { atBodyStart, showCopy } from "./shown-copy.ts";
import type { ShownValue } from "./shown-value.ts";
import { anyOf, instanceOf, shownClass, shownInstance } from "./shown-value.ts";

export interface PassedContext extends CallContext {
  /** As `callsOf` of `call-sites.ts`. */
  readonly callsOf: (file: LoadedText, heading: FunctionHeading) => Promise<readonly CallSite[] | null>;
  /** What a parameter of a function around a call gets, `steps` calls further out at the most. */
  readonly outerValue: (
    file: LoadedText,
    heading: FunctionHeading,
    parameter: Parameter,
    steps: number,
  ) => Promise<ShownValue | null>;
}

/**
 * What all calls of a function pass for one of its parameters, together with the default. Null when that is not in the text: the
 * function is used in another way than by being called, or what is passed has a type that is not known.
 */
export async function passedValues(
  file: LoadedText,
  heading: FunctionHeading,
  parameter: Parameter,
  steps: number,
  context: PassedContext,
): Promise<ShownValue | null> {
  const sites = steps === 0 || parameter.isRest ? null : await context.callsOf(file, heading);
  if (sites === null || sites.length === 0) return null;
  const passed = new Map<LoadedText, Span[]>();
  let takesDefault = false;
  for (const site of sites) {
    const given = argumentFor(site, heading, parameter);
    if (given === "open") return null;
    if (given === "default") takesDefault = true;
    else if (given !== "none") passed.set(site.file, [...(passed.get(site.file) ?? []), given]);
    else if (site.isSure) return null;
  }
  if (passed.size === 0) return null;
  if (takesDefault && parameter.default !== null) {
    passed.set(file, [...(passed.get(file) ?? []), parameter.default]);
  }
  const values: ShownValue[] = [];
  for (const [from, spans] of passed) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const found = await valuesAt(from, spans, steps - 1, context);
    if (found === null) return null;
    values.push(...found);
  }
  return anyOf(values);
}

/** "open" when the text does not tell, "none" when such a call would fail. */
function argumentFor(
  call: CallSite,
  heading: FunctionHeading,
  parameter: Parameter,
): Span | "open" | "default" | "none" {
  const isBound = heading.classNameAt !== null && !isStatic(heading);
  const isClassMethod = heading.decorators.some((d) => d.endsWith("classmethod"));
  // `Class.method(object, …)` passes the object too.
  const ofClass = /^(?:\w+\.)*_*[A-Z]\w*$|^cls$|__class__$|^type\(/.test(call.receiver ?? "");
  const isConstruction = heading.name === "__init__" && call.name !== "__init__";
  // `Class.__init__(self, …)` names the object for certain.
  const isExplicit = heading.name === "__init__" && !isConstruction && ofClass;
  if (heading.name !== "__init__" && isBound && !isClassMethod && (ofClass || call.receiver === null))
    return "open";
  const taken = heading.parameters
    .filter((p) => !p.isRest && !p.isKeywordOnly)
    .slice(isBound && !isExplicit ? 1 : 0);
  const index = taken.indexOf(parameter);
  const positional = index === -1 ? undefined : call.positional[index];
  const given = positional ?? call.keywords.get(parameter.name);
  if (given !== undefined) return given;
  if (call.splat) return "open";
  return parameter.default === null ? "none" : "default";
}

/** The instances that expressions of a file are; null when the server does not know one of them. */
async function valuesAt(
  file: LoadedText,
  spans: readonly Span[],
  steps: number,
  context: PassedContext,
): Promise<readonly ShownValue[] | null> {
  const values: ShownValue[] = [];
  const insertions: Insertion[] = [];
  const asked: Span[] = [];
  for (const span of spans) {
    const written = file.text.slice(span.start, span.end);
    const plain = plainValue(written);
    if (plain !== null) {
      values.push({ imports: [], expression: plain });
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const self = await selfValue(file, span, written, context);
    if (self !== null) {
      values.push(self);
      continue;
    }
    asked.push(span);
    insertions.push({ at: span.start, text: "(_passed := " }, { at: span.end, text: ")" });
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    for (const insertion of await outerValues(file, span, written, steps, context)) {
      if (!insertions.some((i) => i.at === insertion.at)) insertions.push(insertion);
    }
  }
  if (asked.length === 0) return values;
  const copy = showCopy(file, insertions, context.session);
  for (const { start } of asked) {
    // oxlint-disable-next-line no-await-in-loop
    const value = await shownInstance(copy, start, 1, context);
    if (value === null) return null;
    values.push(value);
  }
  return values;
}

/** What the parameters that an expression is written with get in their turn, as statements in their functions. */
async function outerValues(
  file: LoadedText,
  { start, end }: Span,
  written: string,
  steps: number,
  { functionsOf, outerValue }: PassedContext,
): Promise<readonly Insertion[]> {
  const insertions: Insertion[] = [];
  const around = (await functionsOf(file.path)).filter((f) => f.bodyAt <= start && end <= f.end);
  for (const heading of around) {
    const statements: string[] = [];
    for (const parameter of openParameters(heading)) {
      if (!mayStand(written, parameter.name)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      const value = await outerValue(file, heading, parameter, steps);
      if (value !== null) statements.push(...value.imports, `${parameter.name} = ${value.expression}`);
    }
    if (statements.length > 0) {
      insertions.push(atBodyStart(file.text, heading.bodyAt, statements));
    }
  }
  return insertions;
}

/** `self` in a method, whose class the server does not go to. */
async function selfValue(
  file: LoadedText,
  { start, end }: Span,
  written: string,
  { functionsOf, graph }: PassedContext,
): Promise<ShownValue | null> {
  const heading = (await functionsOf(file.path)).findLast((f) => f.bodyAt <= start && end <= f.end);
  if (heading === undefined || heading.parameters[0]?.name !== written || isStatic(heading)) return null;
  const place = heading.classNameAt === null ? null : await classAt(file, heading.classNameAt, graph);
  const shown = place === null ? null : await shownClass(place, graph);
  const isClass = heading.decorators.some((d) => d.endsWith("classmethod"));
  return shown === null || isClass ? shown : instanceOf(shown);
}

/** Those that callers give a value and nothing gives a type. */
export function openParameters({
  parameters,
  classNameAt,
  decorators,
}: FunctionHeading): readonly Parameter[] {
  const isBound = classNameAt !== null && !decorators.some((d) => d.endsWith("staticmethod"));
  return parameters.slice(isBound ? 1 : 0).filter((p) => !p.annotated && !p.isRest);
}

/** Literals that need no question. */
function plainValue(written: string): string | null {
  if (/^(?:None|True|False|\d+)$/.test(written)) return written;
  return /^[rbu]?(["'])[^"'\\\n]*\1$/i.test(written) ? written : null;
}
