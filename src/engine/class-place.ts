import type { ClassHeader, Scope } from "../python/scope.ts";
import { qualifiedName } from "../python/scope.ts";
import type { LoadedText } from "./session.ts";

/** A class of the repository. */
export interface ClassPlace {
  readonly file: LoadedText;
  readonly scope: Scope;
  readonly header: ClassHeader;
}

/** One string a class. */
export function classKey(place: ClassPlace): string {
  return `${place.file.path}:${place.header.nameAt}`;
}

/** `Outer.Inner`. */
export function className(place: ClassPlace): string {
  return qualifiedName(place.scope);
}
