import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { ModuleMap } from "./module-map.ts";
import type { ModuleMeaning } from "./module-meaning.ts";
import type { ModuleValues } from "./module-values.ts";
import type { SourceFile } from "./source-file.ts";
import type { Session } from "./session.ts";

/** What is known of the whole tree when one of its files is made to follow modules that move. */
export interface ModuleContext {
  /** The files that are read, by path. */
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly map: ModuleMap;
  /** The same with the names that hold for scripts in a folder alone. */
  readonly mapIn: (folder: string) => ModuleMap;
  readonly tree: ModuleTree;
  readonly session: Session;
  readonly grammar: Grammar;
  readonly modules: ModuleValues;
  /** Old path to new path, of every file that moves. */
  readonly moved: ReadonlyMap<string, string>;
  /** What each file that moves belongs to, by old path. */
  readonly kinds: ReadonlyMap<string, "module" | "package">;
  /** The folders of packages that move. */
  readonly movedFolders: readonly string[];
  /** The names that the readings of the files are of. */
  readonly scanned: ReadonlySet<string>;
  /** What the server has said of imports, by folder and path: files of one folder import alike. */
  readonly meanings: Map<string, ModuleMeaning>;
  /** The import roots that the modules are under before the plan. */
  readonly roots: readonly string[];
  /** The old dotted names of the entries. */
  readonly olds: readonly string[];
  /** The ends of all old and new paths. */
  readonly names: ReadonlySet<string>;
}
