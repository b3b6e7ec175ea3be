import type { Grammar } from "./grammar.ts";

/** `with pytest.raises(exception) as name:`. Offsets in UTF-16 code units. */
export interface ExpectedRaise {
  readonly name: string;
  /** The exception as written. */
  readonly exception: string;
  /** Where the first statement of the block starts. */
  readonly bodyAt: number;
}

/** All of a text that name the one exception by names and dots. */
export function expectedRaises(grammar: Grammar, text: string): readonly ExpectedRaise[] {
  if (!/\braises\s*\(/.test(text)) return [];
  const parsed = grammar.parse(text);
  try {
    return parsed.root.descendantsOfType("with_item").flatMap((item) => {
      const pattern = item.childForFieldName("value");
      const call = pattern?.type === "as_pattern" ? pattern.namedChildren[0] : undefined;
      const name = pattern?.childForFieldName("alias")?.text ?? "";
      const callee = call?.childForFieldName("function")?.text ?? "";
      const [exception] = call?.childForFieldName("arguments")?.namedChildren ?? [];
      const body = item.parent?.parent?.childForFieldName("body");
      if (!/^(?:pytest\.)?raises$/.test(callee) || !/^\w+$/.test(name)) return [];
      if (!/^(?:identifier|attribute)$/.test(exception?.type ?? "") || body === undefined || body === null)
        return [];
      return [{ name, exception: exception?.text ?? "", bodyAt: body.startIndex }];
    });
  } finally {
    parsed.free();
  }
}
