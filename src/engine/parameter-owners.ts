import type { Scope } from "../python/scope.ts";
import { resolveName } from "../python/scope.ts";
import type { Token } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Location } from "./ports.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import { takesKeyword } from "./takes-keyword.ts";
import type { SourceFile } from "./source-file.ts";

/** A function of the repository. */
export interface FunctionPlace {
  readonly path: string;
  readonly scope: Scope;
}

/** The functions whose parameter is renamed, and how others get at them. */
export interface ParameterOwners {
  /** All of the family, also those that do not have the parameter, as an implementation behind overloads. */
  readonly functions: readonly FunctionPlace[];
  /** What a call of one of them can be spelled as, by its last name. */
  readonly names: ReadonlySet<string>;
  /** What one of them is called where it is passed on as a value. */
  readonly valueNames: ReadonlySet<string>;
  /** The classes whose constructors they are, by `classKey`. */
  readonly classKeys: readonly string[];
  /** The last names of decorators that can give another function in the place of one of them. */
  readonly decorators: ReadonlySet<string>;
  /** A keyword can name the parameter in at least one of them. */
  readonly byKeyword: boolean;
  /** The function is a value somewhere: passed on, kept, decorated. So a call of an unknown object can be a call of it. */
  readonly escapes: boolean;
  /** The function at a definition that the server gives. */
  ownerAt(location: Location): FunctionPlace | null;
  /** The definition is the class that a constructor belongs to. */
  isOwnClass(location: Location): boolean;
}

export function parameterOwners(
  target: ResolvedTarget,
  functions: readonly FunctionPlace[],
  scan: Scan,
  session: Session,
): ParameterOwners {
  const constructors = functions.filter((f) => isConstructor(f.scope));
  const classes = constructors.flatMap((f) => {
    const header = classOf(f.scope)?.header ?? null;
    return header === null ? [] : [{ path: f.path, nameAt: header.nameAt }];
  });
  const classNames = constructors.map((f) => classOf(f.scope)?.name ?? "");
  const names = functions.map((f) => f.scope.name);
  return {
    functions,
    names: new Set([...names, ...classNames, ...(constructors.length > 0 ? ["cls", "__class__"] : [])]),
    valueNames: new Set([...names.filter((n) => !/^__\w+__$/.test(n)), ...classNames]),
    decorators: new Set(functions.flatMap((f) => wrappers(f.scope)).map(lastName)),
    classKeys: classes.map((c) => `${c.path}:${c.nameAt}`),
    byKeyword: functions.some((f) => takesKeyword(f.scope, target.name)),
    escapes:
      functions.some((f) => isImplicit(f.scope) || wrappers(f.scope).length > 0) || isValue(functions, scan),
    ownerAt(location) {
      const offset = session.offset(location);
      return functions.find((f) => f.path === location.path && f.scope.signature?.nameAt === offset) ?? null;
    },
    isOwnClass(location) {
      const offset = session.offset(location);
      return classes.some((c) => c.path === location.path && c.nameAt === offset);
    },
  };
}

/** The class that a method is defined in. */
export function classOf(scope: Scope): Scope | null {
  let outer = scope.parent;
  while (outer?.kind === "type_parameters") outer = outer.parent;
  return outer?.kind === "class" ? outer : null;
}

export function isConstructor({ name }: Scope): boolean {
  return name === "__init__" || name === "__new__";
}

/** Called without being named. */
function isImplicit({ name }: Scope): boolean {
  return /^__\w+__$/.test(name);
}

/** Decorators that keep the function to themselves, or give it back as it is. */
const TRANSPARENT =
  /^(?:\w+\.)*(?:staticmethod|classmethod|property|cached_property|setter|getter|deleter|overload|override|final|deprecated|no_type_check|abstract\w+|cache|lru_cache|wraps|contextmanager|asynccontextmanager)(?:\(|$)/;

function wrappers({ signature }: Scope): readonly string[] {
  return signature?.decorators.filter((d) => !TRANSPARENT.test(d)) ?? [];
}

function lastName(decorator: string): string {
  const dotted = decorator.split("(")[0] ?? "";
  return dotted.slice(dotted.lastIndexOf(".") + 1).trim();
}

/** The name stands somewhere without being called there. */
function isValue(functions: readonly FunctionPlace[], scan: Scan): boolean {
  const names = new Set(functions.map((f) => f.scope.name));
  const isMethod = functions.some((f) => classOf(f.scope) !== null);
  for (const file of scan.files.values()) {
    for (const token of file.reading.tokens) {
      if (names.has(token.name) && usesAsValue(token, file, functions, isMethod)) return true;
    }
  }
  return false;
}

function usesAsValue(
  token: Token,
  file: SourceFile,
  functions: readonly FunctionPlace[],
  isMethod: boolean,
): boolean {
  const behind = file.text.slice(token.end, token.end + 80);
  switch (token.kind) {
    case "string":
      return token.whole && token.role !== "docstring" && token.role !== "export_list";
    case "import_source":
      return /^\s+as\s+([\p{XID_Continue}]+)/u.exec(behind)?.[1] !== token.name && /^\s+as\b/.test(behind);
    case "attribute":
      return !token.store && !/^\s*\(/.test(behind);
    case "name": {
      if (token.binding !== null || /^\s*\(/.test(behind)) return false;
      const variable = resolveName(token.scope, token.name);
      if (isMethod) return variable.kind === "class";
      // A variable of another function is none of these.
      return variable.kind !== "function" || functions.some((f) => f.scope.parent === variable);
    }
    case "keyword":
    case "pattern_keyword":
    case "module_path":
    case "comment":
      return false;
  }
}
