import type { ModuleTree } from "../python/module-path.ts";
import { classesDefining } from "./class-graph.ts";
import type { ClassPlace } from "./class-place.ts";
import { className } from "./class-place.ts";
import type { Scan } from "./scan.ts";

/** The class itself, or the one in the source beside its stub, when that has a member of the name; else null. */
export function sourceTwin(place: ClassPlace, name: string, scan: Scan, tree: ModuleTree): ClassPlace | null {
  const sources = tree.filesOf(tree.moduleOf(place.file.path)).filter((f) => !f.stub);
  for (const { path } of sources) {
    const file = scan.files.get(path);
    if (file === undefined) continue;
    const twin = classesDefining(file.reading, file, name).find((c) => className(c) === className(place));
    if (twin !== undefined) return twin;
  }
  return null;
}
