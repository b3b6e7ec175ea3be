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

export function isFixtureTarget(target: ResolvedTarget): boolean {
  return target.homes.some((home) =>
    home.declarations.some((t) => t.kind === "name" && isFixture(t.decorators)),
  );
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
