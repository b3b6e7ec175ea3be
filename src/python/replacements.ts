import type { Grammar } from "./grammar.ts";

/** Offsets of the last names of what is put in another's place: `patch("m.f", fake)`, `setattr(m, "f", fake)`, `m.f = fake`. */
export function replacements(grammar: Grammar, text: string): readonly number[] {
  const parsed = grammar.parse(text);
  try {
    const calls = parsed.root.descendantsOfType("call").flatMap((call) => {
      const replaces = /(?:^|\.)(?:setattr|patch|object)$/.test(
        call.childForFieldName("function")?.text ?? "",
      );
      const args = call.childForFieldName("arguments")?.namedChildren ?? [];
      return replaces
        ? args.slice(1).map((a) => (a.type === "keyword_argument" ? a.childForFieldName("value") : a))
        : [];
    });
    const assigned = parsed.root
      .descendantsOfType("assignment")
      .filter((a) => a.childForFieldName("left")?.type === "attribute")
      .map((a) => a.childForFieldName("right"));
    return [...calls, ...assigned].flatMap((n) => {
      const last = n?.type === "attribute" ? n.childForFieldName("attribute") : n;
      return last?.type === "identifier" ? [last.startIndex] : [];
    });
  } finally {
    parsed.free();
  }
}
