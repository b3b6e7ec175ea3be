import type { SyntaxNode } from "./grammar.ts";
import type { Callee } from "./token.ts";

/** What a call calls, as it is written. */
export function calleeOf(text: string, call: SyntaxNode): Callee | null {
  const callee = call.childForFieldName("function");
  const args = call.childForFieldName("arguments");
  if (callee === null || args === null) return null;
  const last = callee.type === "attribute" ? callee.childForFieldName("attribute") : callee;
  return {
    text: text.slice(callee.startIndex, callee.endIndex).replace(/\s/g, ""),
    start: callee.startIndex,
    last:
      last?.type === "identifier"
        ? { name: text.slice(last.startIndex, last.endIndex).normalize("NFKC"), at: last.startIndex }
        : null,
    argsStart: args.startIndex,
    argsEnd: args.endIndex,
  };
}
