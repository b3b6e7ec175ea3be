import type { Conflict, ConflictCode } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isMangled } from "../model/identifier.ts";
import type { Scope } from "../python/scope.ts";
import { resolveName, resolveOutside, scopesBetween } from "../python/scope.ts";
import type { NameToken, Token } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { placeAt } from "./place-at.ts";
import type { Rewritten } from "./rewritten.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * The three ways in which a bare name can change what it means, for one file and one target (gopls distinguishes the
 * same): the new name is bound in the same scope; an inner binding captures a reference; the renamed variable hides an
 * outer one that is used below it. Bindings that the plan renames away do not count, and those that it renames to the
 * new name do.
 */
export function checkScopes(file: SourceFile, target: ResolvedTarget, after: Rewritten): readonly Conflict[] {
  const mine = file.reading.tokens.filter((t) => after.targetOf(t) === target && isBareName(t));
  if (mine.length === 0) return [];
  const bearers = file.reading.tokens.filter(
    (t) => isBareName(t) && after.targetOf(t) !== target && after.nameAfter(t) === target.newName,
  );
  const variables = new Set(mine.map((t) => variableOf(t, mine)));
  const conflicts: Conflict[] = [];
  const report = (code: ConflictCode, at: Token, message: string): void => {
    conflicts.push(conflict(code, target.target.entry, message, placeAt(file, at.start)));
  };
  const name = target.newName;

  const taken = new Set(
    bearers
      .filter((t) => t.kind === "name" && t.binding !== null)
      .map((t) => resolveName(t.scope, t.name))
      .filter((scope) => variables.has(scope)),
  );
  for (const bearer of bearers) {
    const scope = resolveName(bearer.scope, bearer.name);
    const binds = bearer.kind === "name" && bearer.binding !== null;
    if (binds && variables.has(scope))
      report("name/taken", bearer, `${name} is already bound in this scope.`);
    else if (!binds && !taken.has(scope) && meetsFirst(bearer, scope, variables)) {
      report(
        "name/hides",
        bearer,
        `This ${name} means an outer binding, which the renamed ${target.name} would hide.`,
      );
    }
  }
  const binders = bearers.filter((t): t is NameToken => t.kind === "name" && t.binding !== null);
  for (const token of mine) {
    const variable = variableOf(token, mine);
    const inner = new Set(scopesBetween(token.scope, variable));
    const captor = binders.find((b) => inner.has(resolveName(b.scope, b.name)));
    if (captor !== undefined) {
      const { line } = file.lines.positionAt(captor.start);
      report(
        "name/captured",
        token,
        `Renamed, this ${target.name} would mean the ${name} that line ${line + 1} binds.`,
      );
    }
    if (isMangled(name) && !isMangled(target.name) && insideClass(token.scope)) {
      report("name/captured", token, `Inside a class Python reads ${name} as a private name of that class.`);
    }
  }
  return conflicts;
}

/**
 * The scope of the variable that a rewritten token means. In a class body that is an outer one when the class binds the
 * name to something that is not rewritten.
 */
function variableOf(token: Token, mine: readonly Token[]): Scope {
  const variable = resolveName(token.scope, token.name);
  if (variable.kind !== "class" || variable.parent === null || token.scope !== variable) return variable;
  const own = mine.some(
    (t) => t.kind === "name" && t.binding !== null && resolveName(t.scope, t.name) === variable,
  );
  return own ? variable : resolveOutside(variable, token.name);
}

/** Names in quoted annotations and type comments are looked up like any other. */
function isBareName(token: Token): boolean {
  if (token.kind === "name") return true;
  if (token.kind === "string")
    return (token.role === "annotation" || token.role === "type_argument") && !token.afterDot;
  return token.kind === "comment" && token.typeComment;
}

/** Going outwards from a use, a renamed variable's scope comes before the scope that the name means now. */
function meetsFirst(use: Token, meaning: Scope, variables: ReadonlySet<Scope>): boolean {
  if (variables.has(meaning)) return true;
  return scopesBetween(use.scope, meaning).some((scope) => variables.has(scope));
}

function insideClass(scope: Scope): boolean {
  for (let s: Scope | null = scope; s !== null; s = s.parent) {
    if (s.kind === "class") return true;
  }
  return false;
}
