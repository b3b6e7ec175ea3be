import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { nearestNames } from "../model/nearest-names.ts";
import type { SymbolKind, SymbolTarget } from "../model/plan.ts";
import { oldName } from "../model/plan.ts";
import type { ModuleFile } from "../python/module-path.ts";
import type { Scope } from "../python/scope.ts";
import type { NameToken } from "../python/token.ts";
import type { FoundKind, Home, ResolvedTarget } from "../residue/resolved-target.ts";
import { homeIn } from "./home-in.ts";
import { functionsAt, parameterHomes } from "./parameter-homes.ts";
import type { Scan } from "./scan.ts";
import { madeByCall } from "./made-by-call.ts";

export type Resolution =
  | { readonly ok: true; readonly resolved: ResolvedTarget }
  | { readonly ok: false; readonly conflict: Conflict };

/** What is defined at a dotted path of classes in a file; for suggestions. */
export type DefinedNames = (path: string, classes: readonly string[]) => Promise<readonly string[]>;

/** Finds what an entry names: the files, the scopes, every declaration. Positions come from here, never from the plan. */
export async function resolveTarget(
  target: SymbolTarget,
  modules: readonly ModuleFile[],
  scan: Scan,
  defined: DefinedNames,
): Promise<Resolution> {
  const refuse = (found: Conflict): Resolution => ({ ok: false, conflict: found });
  const name = oldName(target);
  const classes = target.name.split(".").slice(0, -1);
  const member = classes.length > 0;
  const ofClasses: Home[] = [];
  const ofFunctions: Home[] = [];
  const signatures: Scope[] = [];
  for (const { path } of modules) {
    const unreadable = scan.unreadable.find((u) => u.item.path === path);
    if (unreadable !== undefined) return refuse(unparseable(target, path, 0, unreadable.item.detail));
    const source = scan.files.get(path);
    if (source === undefined) continue;
    const { errorAt, module } = source.reading;
    if (errorAt !== null) {
      return refuse(
        unparseable(target, path, source.lines.positionAt(errorAt).line + 1, "it does not parse here"),
      );
    }
    for (const scope of scopesAt(module, classes)) {
      const home = homeIn(source, scope, name);
      if (home.declarations.length > 0) ofClasses.push(home);
    }
    ofFunctions.push(...parameterHomes(source, classes, name));
    signatures.push(...functionsAt(module, classes));
  }
  const ofParameter = target.kind === "parameter" || (target.kind === "auto" && ofClasses.length === 0);
  if (ofParameter && ofFunctions.length > 0) {
    const found = { target, name, newName: target.newName, kind: "parameter", member: false } as const;
    return { ok: true, resolved: { ...found, homes: ofFunctions } };
  }
  const homes = ofClasses;
  if (homes.length === 0 && signatures.length > 0)
    return refuse(missingParameter(target, modules, signatures));
  const made = homes.length === 0 ? madeBy(target, modules, classes, scan) : null;
  if (made !== null) return refuse(made);
  if (homes.length === 0) return refuse(await missing(target, modules, classes, defined));

  const bindings = homes.flatMap((h) => h.declarations.filter((t) => t.kind === "name"));
  const imports = bindings.filter((t) => t.binding === "import_from" || t.binding === "import_module");
  if (bindings.length > 0 && imports.length === bindings.length)
    return refuse(importedOnly(target, homes, imports, scan));

  const kind = kindOf(homes, member);
  if (!kindFits(target.kind, kind)) {
    const message =
      `${target.module}:${target.name} is a ${kind}, and the entry says kind = "${target.kind}". ` +
      `Set kind = "${kind}", or name the symbol that is meant.`;
    return refuse(conflict("target/kind", target.entry, message, placeOf(scan, homes)));
  }
  return { ok: true, resolved: { target, name, newName: target.newName, kind, member, homes } };
}

/** All class scopes at a dotted path; a class defined in two branches has two. */
function scopesAt(module: Scope, classes: readonly string[]): readonly Scope[] {
  let scopes: readonly Scope[] = [module];
  for (const name of classes) {
    scopes = scopes
      .flatMap((s) => s.children)
      .flatMap((c) => (c.kind === "type_parameters" ? c.children : [c]))
      .filter((c) => c.kind === "class" && c.name === name);
  }
  return scopes;
}

function kindOf(homes: readonly Home[], member: boolean): FoundKind {
  const bindings = new Set(
    homes.flatMap((h) => h.declarations.map((t) => (t.kind === "name" ? t.binding : null))),
  );
  if (bindings.has("class")) return "class";
  if (bindings.has("function")) return member ? "method" : "function";
  return member ? "attribute" : "variable";
}

/** The variable of a class is its attribute; a property is a method to some and an attribute to others. */
function kindFits(asked: SymbolKind, found: FoundKind): boolean {
  if (asked === "auto" || asked === found) return true;
  return (found === "attribute" && asked === "variable") || (found === "method" && asked === "attribute");
}

function unparseable(target: SymbolTarget, path: string, line: number, why: string): Conflict {
  const message = `${path} should define ${target.name}, but ${why}. Mend the file, or take the entry out.`;
  return conflict("target/unparseable", target.entry, message, { path, line });
}

function importedOnly(
  target: SymbolTarget,
  homes: readonly Home[],
  imports: readonly NameToken[],
  scan: Scan,
): Conflict {
  const source = imports[0]?.source;
  const from =
    source === null || source === undefined ? "another module" : ".".repeat(source.dots) + source.path;
  const message =
    `${target.module} only imports ${target.name} from ${from}. Name the module that defines it, ` +
    "so that the rename reaches everybody who uses it.";
  return conflict("target/imported", target.entry, message, placeOf(scan, homes));
}

function missingParameter(
  target: SymbolTarget,
  modules: readonly ModuleFile[],
  signatures: readonly Scope[],
): Conflict {
  const path = modules[0]?.path ?? "";
  const owner = target.name.slice(0, target.name.lastIndexOf("."));
  const names = [...new Set(signatures.flatMap((s) => s.signature?.parameters ?? []))];
  const hint = names.length > 0 ? ` Its parameters are ${names.join(", ")}.` : " It has no parameters.";
  const message = `${owner} in ${path} has no parameter ${oldName(target)}.${hint}`;
  return conflict("target/missing", target.entry, message, { path });
}

/** The members of a class that is made by a call are words in strings. */
function madeBy(
  target: SymbolTarget,
  modules: readonly ModuleFile[],
  classes: readonly string[],
  scan: Scan,
): Conflict | null {
  const [owner] = classes;
  if (owner === undefined || classes.length > 1) return null;
  for (const { path } of modules) {
    const source = scan.files.get(path);
    const callee = source === undefined ? null : madeByCall(source, owner);
    if (callee === null) continue;
    const message =
      `${owner} is made by a call of ${callee}, which takes the names of its members as strings: this version does not ` +
      `rename them. Write ${owner} as a class, or rename by hand.`;
    return conflict("target/unsupported", target.entry, message, { path });
  }
  return null;
}

async function missing(
  target: SymbolTarget,
  modules: readonly ModuleFile[],
  classes: readonly string[],
  defined: DefinedNames,
): Promise<Conflict> {
  const path = modules[0]?.path ?? "";
  const name = oldName(target);
  const owner = classes.join(".");
  const siblings = await defined(path, classes);
  if (owner !== "" && siblings.length === 0) {
    const near = nearestNames(classes[0] ?? "", await defined(path, []), 3);
    const hint = near.length > 0 ? ` Classes and other names near it: ${near.join(", ")}.` : "";
    // Of a parameter the owner is a function, and its class may only inherit it.
    const method = classes.at(-1) ?? "";
    if (classes.length > 1 && (await defined(path, classes.slice(0, -1))).length > 0) {
      const message =
        `class ${classes.slice(0, -1).join(".")} in ${path} defines no ${method}, so it has no parameter ${name} there. ` +
        "A method that it inherits is named at the class that defines it.";
      return conflict("target/missing", target.entry, message, { path });
    }
    return conflict("target/missing", target.entry, `${path} defines no class ${owner}.${hint}`, { path });
  }
  const near = nearestNames(name, siblings, 5);
  const where = owner === "" ? path : `class ${owner} in ${path}`;
  const hint = near.length > 0 ? ` Nearest names there: ${near.join(", ")}.` : "";
  const inherited = owner === "" ? "" : " A member that it inherits is named at the class that defines it.";
  return conflict("target/missing", target.entry, `${where} defines no ${name}.${hint}${inherited}`, {
    path,
  });
}

function placeOf(scan: Scan, homes: readonly Home[]): { path: string; line: number; column: number } {
  const home = homes[0];
  const at = home?.declarations[0]?.start ?? 0;
  const position = scan.files.get(home?.path ?? "")?.lines.positionAt(at) ?? { line: -1, character: -1 };
  return { path: home?.path ?? "", line: position.line + 1, column: position.character + 1 };
}
