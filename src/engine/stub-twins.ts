import type { ModuleTree } from "../python/module-path.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { classesDefining } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { className } from "./class-place.ts";
import { modulesHaving } from "./modules-having.ts";
import type { Scan } from "./scan.ts";

/**
 * The stub of a module that only imports the class can define it anew, as stubs of packages do. What it says of the
 * member is about the same class.
 */
export function stubTwins(target: ResolvedTarget, scan: Scan, tree: ModuleTree): readonly ClassPlace[] {
  const path = target.target.name.split(".").slice(0, -1);
  const homes = target.homes.map((home) => home.path);
  const having = modulesHaving(path[0] ?? "", homes, scan, tree);
  return [...having].flatMap((module) => {
    const stub = scan.files.get(module.replace(/\.py$/, ".pyi"));
    if (stub === undefined || homes.includes(stub.path)) return [];
    return classesDefining(stub.reading, stub, target.name).filter((c) => className(c) === path.join("."));
  });
}
