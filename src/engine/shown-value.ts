import { isLocal } from "../python/scope.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { className } from "./class-place.ts";
import { isPartlyUnknown } from "./is-partly-unknown.ts";
import type { Location } from "./ports.ts";
import { alternatives, shownType } from "./shown-type.ts";
import type { Session } from "./session.ts";
import type { ShownCopy } from "./shown-copy.ts";

/** An object of known classes, as Python says it in a file that is shown to the server. */
export interface ShownValue {
  /** `import` statements that the expression needs, each once. */
  readonly imports: readonly string[];
  readonly expression: string;
}

/** What the server knows nothing of. */
export const ANY = 'getattr(0, "")';

/** How a module is called in what is shown. */
export function shownModule(module: string): ShownValue {
  const alias = `_shown_${module.replaceAll(".", "_")}`;
  return { imports: [`import ${module} as ${alias}`], expression: alias };
}

/** One of several. */
export function anyOf(values: readonly ShownValue[]): ShownValue {
  const expressions = [...new Set(values.map((v) => v.expression))];
  return {
    imports: [...new Set(values.flatMap((v) => v.imports))],
    expression:
      expressions.length === 1 ? (expressions[0] ?? ANY) : `(${expressions.join(` if ${ANY} else `)})`,
  };
}

export interface ShownContext {
  readonly session: Session;
  readonly graph: ClassGraph;
}

/**
 * What the name at a place is, as far as it is instances of classes that can be imported, or such classes; null when the server
 * does not know all of it, or when it is anything else. Type arguments are left out, and then known to nobody.
 */
export async function shownInstance(
  copy: ShownCopy,
  at: number,
  within: number,
  context: ShownContext,
): Promise<ShownValue | null> {
  const type = shownType(await copy.hover(at, within));
  if (type === "" || isPartlyUnknown(type)) return null;
  const classes = new Map<string, ShownValue>();
  for (const location of await copy.typeDefinition(at, within)) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const found = await classNamed(location, context);
    if (found === null) return null;
    classes.set(found.expression.slice(found.expression.lastIndexOf(".") + 1), found);
  }
  const values = alternatives(type).map((alternative): ShownValue | null => {
    if (alternative === "None") return { imports: [], expression: "None" };
    const [, ofType, name = ""] = KNOWN.exec(alternative) ?? [];
    const literal = LITERALS.map((n) => classes.get(n)).find((c) => c !== undefined);
    const found = name === "Literal" ? literal : classes.get(name);
    if (found === undefined) return null;
    return ofType === undefined ? instanceOf(found) : found;
  });
  return values.every((value) => value !== null) ? anyOf(values) : null;
}

/** `Name`, `a.Name[int]`, `Self@Name`, `type[Name]` */
const KNOWN = /^(type\[)?(?:Self@)?(?:\w+\.)*(\w+)(?:\[.*\])?\]?$/su;
const LITERALS = ["str", "bytes", "int", "bool"];

/** The class at a location, imported; null when it cannot be. */
async function classNamed(location: Location, { session, graph }: ShownContext): Promise<ShownValue | null> {
  const place = await graph.classAt(location);
  if (place !== null) return shownClass(place, graph);
  // A class of the standard library, whose stub has the module's path.
  const module = /\/typeshed[^/]*\/stdlib\/(.+?)(?:\/__init__)?\.pyi$/.exec(location.absolutePath)?.[1];
  const name = await session.textAt(location);
  if (location.path !== null || module === undefined || name === null || !/^\w+$/.test(name)) return null;
  const { imports, expression } = shownModule(module.replaceAll("/", "."));
  return { imports, expression: `${expression}.${name}` };
}

/** A class of the repository, imported; null when it cannot be. */
export async function shownClass(place: ClassPlace, graph: ClassGraph): Promise<ShownValue | null> {
  const module = isLocal(place.scope) ? null : await graph.importName(place.file.path);
  if (module === null) return null;
  const { imports, expression } = shownModule(module);
  return { imports, expression: `${expression}.${className(place)}` };
}

export function instanceOf({ imports, expression }: ShownValue): ShownValue {
  return { imports, expression: `${expression}.__new__(${expression})` };
}
