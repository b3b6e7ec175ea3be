import { folderOf } from "../python/module-path.ts";
import type { Grammar } from "../python/grammar.ts";
import type { FunctionHeading } from "../python/read-functions.ts";
import { readFunctions } from "../python/read-functions.ts";
import { isLocal } from "../python/scope.ts";
import { textParts } from "../python/string-literals.ts";
import { isFixture } from "../residue/fixtures.ts";
import type { ClassGraph } from "./class-graph.ts";
import { className } from "./class-place.ts";
import { isPartlyUnknown } from "./is-partly-unknown.ts";
import type { LoadedText, Session } from "./session.ts";
import { showCopy } from "./shown-copy.ts";

/** What pytest passes for a parameter, as Python says it. */
export interface FixtureValue {
  /** `import` statements that the expression needs, each once. */
  readonly imports: readonly string[];
  readonly expression: string;
}

/** Fixtures of pytest itself (its documentation, "Fixtures reference"), whose objects are none of the repository's. */
export const BUILTIN_FIXTURES: ReadonlySet<string> = new Set(
  (
    "cache capfd capfdbinary caplog capsys capsysbinary doctest_namespace monkeypatch pytestconfig record_property " +
    "record_testsuite_property recwarn request subtests testdir pytester tmp_path tmp_path_factory tmpdir tmpdir_factory"
  ).split(" "),
);

/** Finds fixtures as pytest does: in the module, then in each `conftest.py` on the way up. */
export interface FixtureSearch {
  readonly functionsOf: (path: string) => Promise<readonly FunctionHeading[]>;
  /** What a parameter of that name gets; null when no fixture of the repository is found for it. */
  readonly valueOf: (name: string, path: string) => Promise<FixtureValue | null>;
}

const MOST_STEPS = 8;
const ANY = 'getattr(0, "")';

export function fixtureSearch(session: Session, graph: ClassGraph, grammar: Grammar): FixtureSearch {
  const read = new Map<string, Promise<readonly FunctionHeading[]>>();
  const functionsOf = (path: string): Promise<readonly FunctionHeading[]> => {
    const found = read.get(path) ?? readAt(path, session, grammar);
    read.set(path, found);
    return found;
  };

  /** Something in the file can give the parameter another value than a fixture function of its name. */
  const isDoubtful = async (name: string, path: string): Promise<boolean> => {
    const text = (await session.load(path))?.text ?? "";
    const word = `(?<!\\w)${name}(?!\\w)`;
    const imports = new RegExp(`\\bimport\\b(?:[^\\n(]*|\\s*\\([^)]*)(?:${word}|\\*)`, "u");
    if (imports.test(text) || text.includes("pytest_generate_tests")) return true;
    // As a string it can be the name of a parametrized argument, or of a fixture.
    if (
      textParts(grammar, text, (written) => written.includes(name)).literals.some((s) =>
        lists(s.content, name),
      )
    )
      return true;
    return (await functionsOf(path)).some((f) => f.name === name && f.inClass);
  };

  const valueOf = async (
    name: string,
    places: readonly string[],
    all: readonly string[],
    steps: number,
  ): Promise<FixtureValue | null> => {
    for (const [index, path] of places.entries()) {
      // oxlint-disable-next-line no-await-in-loop
      if (await isDoubtful(name, path)) return null;
      // oxlint-disable-next-line no-await-in-loop -- the nearest one counts
      const fixture = (await functionsOf(path)).find((f) => f.name === name && isFixture(f.decorators));
      if (fixture === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop
      const module = await graph.importName(path);
      if (module === null || fixture.inClass || fixture.isAsync || steps === 0) return null;
      const imports = [`import ${module} as ${alias(module)}`];
      const given: string[] = [];
      const gets: string[] = [];
      for (const { name: asked } of fixture.parameters) {
        // A fixture that asks for its own name gets the next one further out.
        const from = asked === name ? places.slice(index + 1) : all;
        // oxlint-disable-next-line no-await-in-loop
        const value = asked === "request" ? null : await valueOf(asked, from, all, steps - 1);
        imports.push(...(value?.imports ?? []));
        given.push(value?.expression ?? ANY);
        if (value !== null) gets.push(`${asked} = ${value.expression}`);
      }
      // What a decorated function returns does not depend on its arguments to the server.
      if (given.length > 0 && !fixture.returnsAnnotated) {
        return resultOf(path, fixture, [...new Set(imports), ...gets], { session, graph });
      }
      const call = `${alias(module)}.${name}(${given.join(", ")})`;
      return { imports: [...new Set(imports)], expression: fixture.isGenerator ? `next(${call})` : call };
    }
    return null;
  };

  return {
    functionsOf,
    valueOf: (name, path) => valueOf(name, placesFor(path), placesFor(path), MOST_STEPS),
  };
}

async function readAt(path: string, session: Session, grammar: Grammar): Promise<readonly FunctionHeading[]> {
  const file: LoadedText | null = await session.load(path);
  return file === null ? [] : readFunctions(grammar, file.text);
}

/** Instances of the classes that a fixture returns or yields, when its parameters are what they are; null when not known. */
async function resultOf(
  path: string,
  fixture: FunctionHeading,
  before: readonly string[],
  { session, graph }: { readonly session: Session; readonly graph: ClassGraph },
): Promise<FixtureValue | null> {
  const file = await session.load(path);
  if (file === null || fixture.results.length === 0) return null;
  const bound = fixture.results.flatMap(({ start, end }) => [
    { at: start, text: "(_result := " },
    { at: end, text: ")" },
  ]);
  const first = { at: fixture.bodyAt, text: statementsBefore(file.text, fixture.bodyAt, before) };
  const copy = showCopy(file, [first, ...bound], session);
  const imports = new Set<string>();
  const classes = new Set<string>();
  for (const { start } of fixture.results) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const [types, shown] = await Promise.all([copy.typeDefinition(start, 1), copy.hover(start, 1)]);
    if (types.length === 0 || isPartlyUnknown(shown)) return null;
    for (const type of types) {
      // oxlint-disable-next-line no-await-in-loop
      const place = await graph.classAt(type);
      // oxlint-disable-next-line no-await-in-loop
      const module = place === null || isLocal(place.scope) ? null : await graph.importName(place.file.path);
      if (place === null || module === null) return null;
      imports.add(`import ${module} as ${alias(module)}`);
      const made = `${alias(module)}.${className(place)}`;
      classes.add(`${made}.__new__(${made})`);
    }
  }
  return { imports: [...imports], expression: `(${[...classes].join(` if ${ANY} else `)})` };
}

/** `"name"`, `"other, name"` */
function lists(content: string, name: string): boolean {
  return content.split(",").some((part) => part.trim() === name);
}

/** Statements in front of the first one of a body. */
export function statementsBefore(text: string, bodyAt: number, statements: readonly string[]): string {
  const indent = /[ \t]*$/.exec(text.slice(0, bodyAt))?.[0] ?? "";
  const isOnOwnLine = /(?:^|[\r\n])$/.test(text.slice(0, bodyAt - indent.length));
  return statements.join("; ") + (isOnOwnLine ? `\n${indent}` : "; ");
}

function alias(module: string): string {
  return `_fixtures_${module.replaceAll(".", "_")}`;
}

function placesFor(path: string): readonly string[] {
  const places = [path];
  let folder = folderOf(path);
  for (;;) {
    const conftest = folder === "" ? "conftest.py" : `${folder}/conftest.py`;
    if (conftest !== path) places.push(conftest);
    if (folder === "") return places;
    folder = folderOf(folder);
  }
}
