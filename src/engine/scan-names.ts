import { isMangled } from "../model/identifier.ts";
import type { Plan } from "../model/plan.ts";
import { oldName } from "../model/plan.ts";
import { lastOf, parentOf } from "./module-map.ts";
import type { ScanNames } from "./scan.ts";

/** The names that the scan has to look for, for all entries at once. */
export function scanNames(plan: Plan): ScanNames {
  const old = new Set<string>();
  const context = new Set<string>();
  const prefixes = new Set<string>();
  for (const target of plan.symbols) {
    const parts = target.name.split(".");
    const name = oldName(target);
    old.add(name);
    context.add(target.newName);
    if (parts.length > 1 && isPrivateField(name)) context.add(withoutUnderscores(name));
    // A class with an underscore in front has the same private names.
    for (const owner of parts.slice(0, -1)) context.add(owner).add(`_${owner}`);
    // One call goes to both, so that a parameter of the one is a parameter of the other.
    if (parts.includes("__init__") || parts.includes("__new__")) context.add("__init__").add("__new__");
    const mangled = mangledForm(parts);
    if (mangled !== null) old.add(mangled);
    // A class can have private members, which carry its name when they are written from outside.
    if (!isMangled(name)) {
      prefixes.add(privatePrefix(name));
      context
        .add(`_${name}`)
        .add(withoutUnderscores(name))
        .add(`_${withoutUnderscores(name)}`);
    }
  }
  for (const name of moduleNames(plan)) context.add(name);
  const modules = new Set(plan.modules.map((target) => lastOf(target.old)));
  return { old, context, prefixes, modules };
}

/** The ends of the old and the new paths of modules that move, and the packages that they go to. */
export function moduleNames({ modules }: Plan): ReadonlySet<string> {
  return new Set(
    modules.flatMap(({ old, new: to }) =>
      [...ends(old), ...ends(to), lastOf(parentOf(to))].filter((name) => name !== ""),
    ),
  );
}

function ends(dotted: string): readonly string[] {
  return [dotted.split(".")[0] ?? "", lastOf(dotted)];
}

/** A name for whose field attrs takes a keyword of another name. */
export function isPrivateField(name: string): boolean {
  return /^_+[^_]/.test(name) && !name.endsWith("__");
}

/**
 * The part of a class's name that Python puts into private names (reference, "Private name mangling"), and the keyword
 * that attrs takes for a private field (attrs.org, "Private Attributes and Aliases").
 */
export function withoutUnderscores(name: string): string {
  return name.replace(/^_+/, "");
}

/** What the private members of a class begin with when they are written outside it: `_Class__`. */
export function privatePrefix(className: string): string {
  return `_${withoutUnderscores(className)}__`;
}

/** How a private member is written outside its class: `_Class__name`; null for other names. */
export function mangledForm(parts: readonly string[]): string | null {
  const name = parts.at(-1) ?? "";
  const owner = parts.at(-2);
  if (owner === undefined || !isMangled(name)) return null;
  return `_${withoutUnderscores(owner)}${name}`;
}
