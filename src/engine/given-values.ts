import type { Grammar } from "../python/grammar.ts";
import { parametrized } from "../python/parametrized.ts";
import type { FunctionHeading, Parameter } from "../python/read-functions.ts";
import { readFunctions } from "../python/read-functions.ts";
import { isFixture } from "../residue/fixtures.ts";
import { callsOf } from "./call-sites.ts";
import { fixtureValues } from "./fixture-values.ts";
import { passedValues } from "./passed-values.ts";
import type { LoadedText } from "./session.ts";
import type { ShownContext, ShownValue } from "./shown-value.ts";
import { anyOf } from "./shown-value.ts";

export interface GivenContext extends ShownContext {
  readonly grammar: Grammar;
  /** All Python files. */
  readonly python: readonly string[];
}

/** What the parameters of functions get that have no annotation, where all of it stands in the text. */
export interface GivenValues {
  readonly functionsOf: (path: string) => Promise<readonly FunctionHeading[]>;
  readonly valueOf: (
    file: LoadedText,
    heading: FunctionHeading,
    parameter: Parameter,
  ) => Promise<ShownValue | null>;
}

/** How many calls of calls are followed outwards. */
const MOST_STEPS = 3;

export function givenValues(context: GivenContext): GivenValues {
  const { session, grammar, python } = context;
  const read = new Map<string, Promise<readonly FunctionHeading[]>>();
  const functionsOf = (path: string): Promise<readonly FunctionHeading[]> => {
    const found =
      read.get(path) ??
      session.load(path).then((file) => (file === null ? [] : readFunctions(grammar, file.text)));
    read.set(path, found);
    return found;
  };
  // The parameters of one function share its calls.
  const sites = new Map<string, ReturnType<typeof callsOf>>();
  const callsIn = (file: LoadedText, heading: FunctionHeading): ReturnType<typeof callsOf> => {
    const key = `${file.path}:${heading.nameAt}`;
    const found = sites.get(key) ?? callsOf(file, heading, { ...context, functionsOf });
    sites.set(key, found);
    return found;
  };
  const fixtureValue = fixtureValues(functionsOf, grammar, context);

  const asTest = async (
    file: LoadedText,
    heading: FunctionHeading,
    { name }: Parameter,
  ): Promise<ShownValue | null> => {
    for (const decorator of heading.decorators) {
      const values = parametrized(grammar, decorator, name);
      if (values === "open") return null;
      if (values !== null)
        return values.every((v) => isOfModule(v, heading, file)) ? anyOf(values.map(written)) : null;
      if (new RegExp(`["', ]${name}["', ]`).test(decorator)) return null;
    }
    return fixtureValue(name, file.path, heading.name);
  };

  const known = new Map<string, Promise<ShownValue | null>>();
  const find = (
    file: LoadedText,
    heading: FunctionHeading,
    parameter: Parameter,
    steps: number,
  ): Promise<ShownValue | null> => {
    if (isTest(heading)) return asTest(file, heading, parameter);
    return passedValues(file, heading, parameter, steps, {
      ...context,
      python,
      functionsOf,
      callsOf: callsIn,
      outerValue: valueOf,
    });
  };
  const valueOf = (
    file: LoadedText,
    heading: FunctionHeading,
    parameter: Parameter,
    steps: number,
  ): Promise<ShownValue | null> => {
    const key = `${file.path}:${heading.nameAt}:${parameter.name}:${steps}`;
    const found = known.get(key) ?? find(file, heading, parameter, steps);
    known.set(key, found);
    return found;
  };
  return {
    functionsOf,
    valueOf: (file, heading, parameter) => valueOf(file, heading, parameter, MOST_STEPS),
  };
}

/** pytest passes its arguments. A base of the class can bring fixtures along. */
export function isTest({ name, decorators, inheritsInClass }: FunctionHeading): boolean {
  return (name.startsWith("test") || isFixture(decorators)) && !inheritsInClass;
}

function written(expression: string): ShownValue {
  return { imports: [], expression: `(${expression}\n)` };
}

/** In front of the function, the names of an expression mean what they mean in the module. */
function isOfModule(expression: string, heading: FunctionHeading, file: LoadedText): boolean {
  const names = [...expression.matchAll(/(?<![\w.])[\p{XID_Start}_][\p{XID_Continue}]*/gu)].map((m) => m[0]);
  const own = new Set(heading.parameters.map((p) => p.name));
  const inClass = (name: string): boolean =>
    heading.classNameAt !== null &&
    new RegExp(`^[ \\t]+(?:(?:async )?def |class )?${name}\\b\\s*[:=(]`, "mu").test(file.text);
  return names.every((name) => !own.has(name) && !inClass(name));
}
