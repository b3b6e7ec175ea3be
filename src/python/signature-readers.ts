import type { Grammar, SyntaxNode } from "./grammar.ts";
import { namesAround } from "./names-around.ts";

/** A place that reads the names of a function's parameters, and the functions and classes around it. */
export interface SignatureReader {
  readonly at: number;
  readonly within: readonly string[];
}

/** Whether a text can read a signature; a quick look. */
export function mayReadSignatures(text: string): boolean {
  return READS.test(text);
}

const READS = /\b(?:signature|getfullargspec|getargspec|getcallargs|co_varnames|get_type_hints)\b/;

/** `inspect.signature(f)`, `f.__code__.co_varnames`. */
export function signatureReaders(grammar: Grammar, text: string): readonly SignatureReader[] {
  const parsed = grammar.parse(text);
  try {
    return parsed.root
      .descendantsOfType("identifier")
      .filter((n) => READS.test(n.text) && isRead(n))
      .map((n) => ({ at: n.startIndex, within: namesAround(n) }));
  } finally {
    parsed.free();
  }
}

function isRead(name: SyntaxNode): boolean {
  if (name.text === "co_varnames") return true;
  const callee = name.parent?.type === "attribute" ? name.parent : name;
  const call = callee.parent;
  if (call?.type !== "call" || call.childForFieldName("function")?.id !== callee.id) return false;
  // A signature that is only handed on is as it was.
  const to = call.parent?.type === "assignment" ? (call.parent.childForFieldName("left")?.text ?? "") : "";
  return !to.endsWith(".__signature__");
}
