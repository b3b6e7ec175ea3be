import type { Grammar } from "../python/grammar.ts";
import { readModule } from "../python/read-module.ts";
import type { AttributeToken } from "../python/token.ts";
import { rootBindings, rootOf } from "./receiver.ts";

/** Behind a variable: it is assigned what a call gives, and the call does not look as if it gave modules. */
const MADE_BY_CALL = /^\s*(?::[^=\n]*)?=\s*(?![^\n]*(?:import|module))[\w.]+\s*\(/i;

/**
 * Whether a file puts something in the place of a module with one of the names (last parts of dotted paths):
 * `setattr(x, "name", …)`, `patch("a.name")`, and `x.name = …` unless `x` is an instance (`self`) or a variable that
 * only calls give values.
 */
export function replacesModule(text: string, names: ReadonlySet<string>, grammar: Grammar): boolean {
  const called = [...names].filter((name) => text.includes(name));
  if (called.some((name) => replacedByCall(name).test(text))) return true;
  const stored = called.filter((name) => new RegExp(`\\.\\s*${name}\\s*=(?!=)`).test(text));
  if (stored.length === 0) return false;
  const stores = readModule(grammar, text, new Set(stored)).tokens.filter(
    (t): t is AttributeToken => t.kind === "attribute" && t.store && t.selfClass === null,
  );
  const receivers = stores.flatMap(({ receiver }) => (receiver === null ? [] : [receiver]));
  if (receivers.length < stores.length) return true;
  const { tokens } = readModule(grammar, text, new Set(receivers.map(rootOf)));
  return receivers.some((receiver) => {
    const bindings = rootBindings(tokens, receiver);
    return (
      bindings.length === 0 || !bindings.every(({ end }) => MADE_BY_CALL.test(text.slice(end, end + 200)))
    );
  });
}

function replacedByCall(name: string): RegExp {
  return new RegExp(`\\b(?:setattr|patch|object|setitem|dict)\\s*\\([^()]*["'](?:[\\w.]+\\.)?${name}["']`);
}
