import type { StringTarget } from "../../model/plan.ts";
import type { Grammar } from "../../python/grammar.ts";
import type { LanguageServer } from "../ports.ts";
import type { AskedPlace } from "./asked-places.ts";
import type { ChangedFile, ChangedTree } from "./changed-tree.ts";
import type { ObservedServer } from "./observe-server.ts";
import type { PlannedWords } from "./planned-words.ts";

/** What is proved, as texts. */
export interface TextProof {
  readonly tree: ChangedTree;
  readonly words: PlannedWords;
  readonly strings: readonly StringTarget[];
  readonly grammar: Grammar;
}

/** What is proved with two servers: the one that was asked for the plan, and a fresh one over the staged copy. */
export interface ServerProof {
  readonly tree: ChangedTree;
  /** The files whose places are asked about. */
  readonly asked: ReadonlyMap<ChangedFile, readonly AskedPlace[]>;
  /** Other files, in which a renamed member can be wanted by its shape. */
  readonly users: readonly ChangedFile[];
  /** Old and new names. */
  readonly names: ReadonlySet<string>;
  readonly grammar: Grammar;
  readonly base: ObservedServer;
  readonly staged: LanguageServer;
}
