import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";

/** What is asked about a parameter beyond the places of its name. */
export interface ParameterContext {
  readonly scan: Scan;
  readonly session: Session;
  readonly graph: ClassGraph;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
  /** All Python files. */
  readonly python: readonly string[];
}
