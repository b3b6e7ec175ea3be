import type { Grammar } from "../python/grammar.ts";
import { keptValues } from "../python/kept-values.ts";
import type { Callee } from "../python/token.ts";
import type { ParameterOwners } from "./parameter-owners.ts";
import type { Session } from "./session.ts";

/** Whether the function is kept as a value, and what can then be a call of it. */
export interface KeptAsValue {
  /** A call of something that the server does not know as a function or class can be one of the function. */
  mayBe(callee: Callee): Promise<boolean>;
  /** A function that is nothing but a decorator, and none of the function's own. */
  isOtherDecorator(name: string): Promise<boolean>;
}

export interface KeptContext {
  readonly session: Session;
  readonly grammar: Grammar;
  /** All Python files. */
  readonly python: readonly string[];
}

export function keptAsValue(owners: ParameterOwners, { session, grammar, python }: KeptContext): KeptAsValue {
  const look = async (): Promise<{ kept: boolean; decorators: ReadonlySet<string>; texts: string[] }> => {
    const decorators = new Set(owners.decorators);
    const texts: string[] = [];
    let kept = false;
    for (const path of python) {
      // oxlint-disable-next-line no-await-in-loop -- one file at a time
      const file = await session.load(path);
      if (file === null) continue;
      texts.push(file.text);
      if (![...owners.valueNames].some((n) => file.text.includes(n))) continue;
      const found = keptValues(grammar, file.text, owners.valueNames);
      for (const at of found.offsets) {
        if (kept) break;
        // oxlint-disable-next-line no-await-in-loop
        const locations = await session.server.definition(path, file.lines.positionAt(at));
        kept = locations.length === 0 || locations.some((l) => owners.ownerAt(l) ?? owners.isOwnClass(l));
      }
      for (const name of found.decorators) decorators.add(name);
    }
    // A decorator of the repository can keep what it gets.
    const defined = (name: string): boolean => texts.some((t) => new RegExp(`\\bdef ${name}\\b`).test(t));
    return { kept: kept || [...decorators].some(defined), decorators, texts };
  };
  let looked: ReturnType<typeof look> | null = null;
  const once = (): ReturnType<typeof look> => (looked ??= look());
  return {
    async mayBe(callee) {
      if (/^(?:type\(|(?:.*\.)?(?:cls|self|__class__)$)/.test(callee.text)) return false;
      const { kept, texts } = await once();
      if (!kept || callee.last === null || !callee.text.includes(".")) return kept;
      // An attribute holds the function only where something puts it there.
      const given = new RegExp(`\\b${callee.last.name}\\s*[:=](?!=)|["']${callee.last.name}["']`);
      return texts.some((t) => given.test(t));
    },
    async isOtherDecorator(name) {
      const { decorators, texts } = await once();
      if (decorators.has(name)) return false;
      const asDecorator = new RegExp(
        `@[\\w.]*\\b${name}\\b|\\bdef ${name}\\b|\\bimport\\b[^\\n]*\\b${name}\\b`,
        "g",
      );
      const word = new RegExp(`\\b${name}\\b`);
      return !texts.some((t) => word.test(t.replace(asDecorator, "")));
    },
  };
}
