import type { Scope } from "../python/scope.ts";

/** A keyword can name the parameter: it is not passed by place alone, and not what a method is called on. */
export function takesKeyword({ signature }: Scope, name: string): boolean {
  if (signature === null || !signature.keywords.has(name)) return false;
  return !(signature.bindsSelf && signature.parameters[0] === name);
}
