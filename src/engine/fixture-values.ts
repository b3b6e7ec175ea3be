import { folderOf } from "../python/module-path.ts";
import type { Grammar } from "../python/grammar.ts";
import type { FunctionHeading } from "../python/read-functions.ts";
import { textParts } from "../python/string-literals.ts";
import { isFixture } from "../residue/fixtures.ts";
import { atBodyStart, showCopy } from "./shown-copy.ts";
import type { ShownContext, ShownValue } from "./shown-value.ts";
import { ANY, anyOf, shownInstance, shownModule } from "./shown-value.ts";

/** Fixtures of pytest itself (its documentation, "Fixtures reference"), whose objects are none of the repository's. */
export const BUILTIN_FIXTURES: ReadonlySet<string> = new Set(
  (
    "cache capfd capfdbinary caplog capsys capsysbinary doctest_namespace monkeypatch pytestconfig record_property " +
    "record_testsuite_property recwarn request subtests testdir pytester tmp_path tmp_path_factory tmpdir tmpdir_factory"
  ).split(" "),
);

/**
 * What a parameter of that name gets in a function of a file, whose name is `asking`; null when no fixture of the repository is
 * found for it. They are found as pytest does: in the module, then in each `conftest.py` on the way up.
 */
export type FixtureValues = (name: string, path: string, asking: string) => Promise<ShownValue | null>;

const MOST_STEPS = 8;

export function fixtureValues(
  functionsOf: (path: string) => Promise<readonly FunctionHeading[]>,
  grammar: Grammar,
  context: ShownContext,
): FixtureValues {
  const { session, graph } = context;
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
    return (await functionsOf(path)).some((f) => f.name === name && f.classNameAt !== null);
  };

  const valueOf = async (
    name: string,
    places: readonly string[],
    all: readonly string[],
    steps: number,
  ): Promise<ShownValue | null> => {
    for (const [index, path] of places.entries()) {
      // oxlint-disable-next-line no-await-in-loop
      if (await isDoubtful(name, path)) return null;
      // oxlint-disable-next-line no-await-in-loop -- the nearest one counts
      const fixture = (await functionsOf(path)).find((f) => f.name === name && isFixture(f.decorators));
      if (fixture === undefined) continue;
      // oxlint-disable-next-line no-await-in-loop
      const module = await graph.importName(path);
      if (module === null || fixture.classNameAt !== null || fixture.isAsync || steps === 0) return null;
      const shown = shownModule(module);
      const imports = [...shown.imports];
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
        return resultOf(path, fixture, [...new Set(imports), ...gets], context);
      }
      const call = `${shown.expression}.${name}(${given.join(", ")})`;
      return { imports: [...new Set(imports)], expression: fixture.isGenerator ? `next(${call})` : call };
    }
    return null;
  };

  return (name, path, asking) => {
    const places = placesFor(path);
    // A fixture that asks for its own name gets the next one further out.
    return valueOf(name, asking === name ? places.slice(1) : places, places, MOST_STEPS);
  };
}

/** Instances of the classes that a fixture returns or yields, when its parameters are what they are; null when not known. */
async function resultOf(
  path: string,
  fixture: FunctionHeading,
  before: readonly string[],
  context: ShownContext,
): Promise<ShownValue | null> {
  const file = await context.session.load(path);
  if (file === null || fixture.results.length === 0) return null;
  const bound = fixture.results.flatMap(({ start, end }) => [
    { at: start, text: "(_result := " },
    { at: end, text: ")" },
  ]);
  const copy = showCopy(file, [atBodyStart(file.text, fixture.bodyAt, before), ...bound], context.session);
  const values: ShownValue[] = [];
  for (const { start } of fixture.results) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const value = await shownInstance(copy, start, 1, context);
    if (value === null) return null;
    values.push(value);
  }
  return anyOf(values);
}

/** `"name"`, `"other, name"` */
function lists(content: string, name: string): boolean {
  return content.split(",").some((part) => part.trim() === name);
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
