import type { Grammar, SyntaxNode } from "./grammar.ts";

/**
 * Whether a string stands among the arguments of a call that gets a function as a value besides, or of a method of that
 * function: `Thread(target=f, kwargs={"name": 1})`, `path("<name>/", f)`, `f.delay({"name": 1})`. `mentions` tells of a
 * text whether it has the function as a value.
 */
export function passedWith(
  grammar: Grammar,
  text: string,
  offsets: readonly number[],
  mentions: (text: string) => boolean,
): readonly number[] {
  const parsed = grammar.parse(text);
  try {
    return offsets.filter((at) => {
      const start = parsed.root.descendantForIndex(at, at + 1);
      for (let node: SyntaxNode | null = start; node !== null; node = node.parent) {
        if (/_statement$|^block$|_definition$|^module$/.test(node.type)) return false;
        if (node.type !== "call" || !isArgument(start, node)) continue;
        const callee = node.childForFieldName("function");
        const owner = callee?.type === "attribute" ? (callee.childForFieldName("object")?.text ?? "") : "";
        const siblings = node.childForFieldName("arguments")?.namedChildren ?? [];
        const others = siblings.filter((s) => at < s.startIndex || at >= s.endIndex).map((s) => s.text);
        if ([owner, ...others].some(mentions)) return true;
      }
      return false;
    });
  } finally {
    parsed.free();
  }
}

function isArgument(node: SyntaxNode | null, call: SyntaxNode): boolean {
  const args = call.childForFieldName("arguments");
  return (
    node !== null && args !== null && node.startIndex >= args.startIndex && node.endIndex <= args.endIndex
  );
}
