/** Python's scopes (reference, "Naming and binding"); a lambda is a function. */
export type ScopeKind = "module" | "class" | "function" | "comprehension" | "type_parameters";

export type BindingKind =
  | "class"
  | "function"
  | "assignment"
  | "parameter"
  | "import_module"
  | "import_from"
  | "import_as"
  | "capture"
  | "delete"
  | "type_alias"
  | "type_parameter";

/** A base expression in a class header. */
export interface BaseClass {
  /** As written, white space and all. */
  readonly text: string;
  /** Where to ask what it is: the last identifier of a dotted name, subscripts left out; null for other expressions. */
  readonly at: number | null;
  /** The dotted name without subscripts; null for other expressions. */
  readonly dotted: string | null;
}

/** What a class scope adds. */
export interface ClassHeader {
  /** Offset of the name. */
  readonly nameAt: number;
  readonly bases: readonly BaseClass[];
  /** Keyword arguments in the header, as `metaclass`. */
  readonly keywords: readonly string[];
  /** Decorator expressions as written, without the `@`. */
  readonly decorators: readonly string[];
}

/** What a function scope adds. */
export interface FunctionHeader {
  /** Offset of the name; null for a lambda. */
  readonly nameAt: number | null;
  readonly parameters: readonly string[];
  /** Those of them that a keyword can name: not positional-only, not `*args`, not `**kwargs`. */
  readonly keywords: ReadonlySet<string>;
  /** Those of them that have a default. */
  readonly optional: ReadonlySet<string>;
  /** The parameter that takes all other keywords: `kwargs` of `**kwargs`. */
  readonly rest: string | null;
  /** Decorator expressions as written, without the `@`. */
  readonly decorators: readonly string[];
  /** The first parameter is the instance or the class: a method that is not static. */
  readonly bindsSelf: boolean;
}

export interface Scope {
  readonly kind: ScopeKind;
  /** Of a class or function; "" for the others. */
  readonly name: string;
  readonly parent: Scope | null;
  readonly children: Scope[];
  /** Names of interest that this scope binds. */
  readonly bound: Set<string>;
  readonly globals: Set<string>;
  readonly nonlocals: Set<string>;
  readonly header: ClassHeader | null;
  readonly signature: FunctionHeader | null;
}

export function newScope(
  kind: ScopeKind,
  name: string,
  parent: Scope | null,
  extra: { readonly header?: ClassHeader; readonly signature?: FunctionHeader } = {},
): Scope {
  const scope: Scope = {
    kind,
    name,
    parent,
    children: [],
    bound: new Set(),
    globals: new Set(),
    nonlocals: new Set(),
    header: extra.header ?? null,
    signature: extra.signature ?? null,
  };
  parent?.children.push(scope);
  return scope;
}

/** Nobody outside the function can name it. */
export function isLocal(scope: Scope): boolean {
  for (let outer = scope.parent; outer !== null; outer = outer.parent) {
    if (outer.kind === "function") return true;
  }
  return false;
}

export function moduleScope(scope: Scope): Scope {
  let top = scope;
  while (top.parent !== null) top = top.parent;
  return top;
}

/** The scope that a binding operation in `scope` binds the name in, after `global` and `nonlocal`. */
export function bindingScope(scope: Scope, name: string): Scope {
  if (scope.globals.has(name)) return moduleScope(scope);
  if (!scope.nonlocals.has(name)) return scope;
  for (let outer = scope.parent; outer !== null; outer = outer.parent) {
    if (outer.kind === "function" && outer.bound.has(name)) return outer;
  }
  return scope;
}

/**
 * The scope whose variable a bare name means, or the module scope when none binds it (then it is a builtin, comes by
 * a star import, or is undefined). Class scopes are passed over from inside functions and comprehensions.
 */
export function resolveName(scope: Scope, name: string): Scope {
  if (scope.globals.has(name)) return moduleScope(scope);
  if (scope.nonlocals.has(name)) return bindingScope(scope, name);
  if (scope.bound.has(name)) return scope;
  let seesClass = scope.kind === "type_parameters";
  for (let outer = scope.parent; outer !== null; outer = outer.parent) {
    if (outer.kind === "class" && !seesClass) continue;
    if (outer.globals.has(name)) return moduleScope(outer);
    if (outer.bound.has(name) || outer.parent === null) return outer;
    if (outer.kind !== "type_parameters") seesClass = false;
  }
  return scope;
}

/** What a bare name in a class body means when the class does not bind it yet: the same name seen from outside. */
export function resolveOutside(scope: Scope, name: string): Scope {
  for (let outer = scope.parent; outer !== null; outer = outer.parent) {
    if (outer.kind === "class") continue;
    if (outer.bound.has(name) || outer.parent === null) return outer;
  }
  return scope;
}

/** The scopes from `scope` outwards that a bare name there can see, without `end` and what lies beyond it. */
export function scopesBetween(scope: Scope, end: Scope): readonly Scope[] {
  const between: Scope[] = [];
  let first = true;
  for (let s: Scope | null = scope; s !== null && s !== end; s = s.parent) {
    if (first || s.kind !== "class") between.push(s);
    if (s.kind !== "type_parameters") first = false;
  }
  return between;
}

/** `Outer.Inner` for a class scope. */
export function qualifiedName(scope: Scope): string {
  const parts: string[] = [];
  for (let s: Scope | null = scope; s !== null && s.parent !== null; s = s.parent) {
    if (s.name !== "") parts.unshift(s.name);
  }
  return parts.join(".");
}

/** Every class below a scope, however deep. */
export function classScopes(outer: Scope): readonly Scope[] {
  return outer.children.flatMap((child) => [
    ...(child.kind === "class" ? [child] : []),
    ...classScopes(child),
  ]);
}
