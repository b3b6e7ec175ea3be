import { resolveName } from "../python/scope.ts";
import type { Token } from "../python/token.ts";
import type { Denotation, ReadFile } from "./denotation.ts";
import type { ResolvedTarget } from "./resolved-target.ts";

const FIXTURE = /^(?:\w+\.)*fixture(?:\s*\((?<arguments>[^]*)\))?$/;

/** A pytest fixture without a `name=` of its own is asked for by the name of its function. */
export function isFixture(decorators: readonly string[]): boolean {
  return decorators.some((decorator) => {
    const match = FIXTURE.exec(decorator);
    return match !== null && !/\bname\s*=/.test(match.groups?.["arguments"] ?? "");
  });
}

/** Also under an alias of the decorator, or made by a call of it. `textOf` gives the text of a file. */
export function isFixtureTarget(target: ResolvedTarget, textOf: (path: string) => string): boolean {
  return target.homes.some(({ path, declarations }) => {
    const text = textOf(path);
    const aliases = [...text.matchAll(/\bfixture\s+as\s+(\w+)/g)].map((m) => m[1] ?? "");
    return declarations.some((t) => {
      if (t.kind !== "name") return false;
      const made = /^\s*=\s*(\w+\.)*fixture\s*\(/.test(text.slice(t.end, t.end + 80));
      return (
        made || isFixture(t.decorators) || t.decorators.some((d) => aliases.includes(d.split("(")[0] ?? ""))
      );
    });
  });
}

/**
 * A parameter of a fixture's name asks for the fixture, and a nearer fixture of the same name takes its place: what
 * scoping proves to be another variable is the same name to pytest. Null where scoping has the last word.
 */
export function fixtureDenotation(token: Token, file: ReadFile): Denotation | null {
  if (token.kind !== "name") return null;
  const variable = resolveName(token.scope, token.name);
  const asks = file.reading.tokens.some(
    (t) =>
      t.kind === "name" &&
      t.name === token.name &&
      resolveName(t.scope, t.name) === variable &&
      (t.binding === "parameter" || isFixture(t.decorators)),
  );
  return asks ? { kind: "unknown", detail: "pytest passes, or replaces, the fixture by this name" } : null;
}
