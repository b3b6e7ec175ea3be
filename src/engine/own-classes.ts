import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassPlace } from "./class-place.ts";
import type { Scan } from "./scan.ts";

/** The classes that a member belongs to: one, or a stub's and a branch's besides. */
export function ownClasses(target: ResolvedTarget, scan: Scan): readonly ClassPlace[] {
  return target.homes.flatMap(({ path, scope }) => {
    const file = scan.files.get(path);
    return file === undefined || scope.header === null ? [] : [{ file, scope, header: scope.header }];
  });
}
