import { describe, expect, test } from "vitest";
import { read, role } from "./marked.ts";

/** Every `X` in each text, in order. */
const TABLE: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "docstrings",
    '"""X"""\nclass K:\n  "X"\n  def f(self):\n    r"""X."""\n    "X"\n',
    ["docstring whole", "docstring whole", "docstring", "plain whole"],
  ],
  [
    "whole and partial",
    "a = 'X', \"X\", 'an X', 'X.y', 'm.X', '''X'''\n",
    ["plain whole", "plain whole", "plain", "plain", "plain dotted", "plain whole"],
  ],
  ["prefixes", "a = r'X', u'X', b'X', rb'X'\n", ["plain whole", "plain whole", "plain", "plain"]],
  ["no whole word", "a = 'XX', 'aX', 'X1', '_X', 'Xé'\n", []],
  ["f-strings", "a = f'X {X} {\"X\"} {X:{X}}'\n", ["plain", "use", "plain whole", "use", "use"]],
  ["adjacent literals", "a = 'X' 'y'\n", ["plain"]],
  [
    "annotations",
    "a: 'X' = 'X'\ndef f(b: 'list[X]') -> 'm.X': 1\n",
    ["annotation whole", "plain whole", "annotation", "annotation dotted"],
  ],
  [
    "types as arguments",
    "cast('X', 'X')\nTypeVar('T', 'X', bound='X')\nNewType('X', 'X')\n",
    [
      "type_argument whole",
      "plain whole",
      "type_argument whole",
      "type_argument whole",
      "plain whole",
      "type_argument whole",
    ],
  ],
  [
    "an export list",
    "__all__ = ['X', b]\n__all__ += ['X']\n__all__.append('X')\ndef f():\n  __all__ = ['X']\n",
    ["export_list whole", "export_list whole", "export_list whole", "plain whole"],
  ],
  [
    "slots and match args",
    "__slots__ = ['X']\nclass K:\n  __slots__ = ('X',)\n  __match_args__ = ('X',)\n",
    ["plain whole", "slots whole", "match_args whole"],
  ],
  ["a class made by a call", "type('K', (B,), {'X': 1})\ntype('X')\n", ["type_call whole", "plain whole"]],
  [
    "comments",
    "a = 1  # X\n# type: X\nb = 1  # type: list[X]\n",
    ["comment", "type comment", "type comment"],
  ],
];

describe("strings and comments (REQ-109-017, 019)", () => {
  test.each(TABLE)("%s", (_, text, expected) => {
    expect(read(text, "X").tokens.map(role)).toEqual(expected);
  });

  test("names that an export list spells in pieces are one token over all of them", () => {
    const text = "__all__ = ['a' 'b']\n";
    const [token] = read(text, "ab").tokens;
    expect(token).toMatchObject({ kind: "string", role: "export_list", pieces: true, whole: false });
    expect(text.slice(token?.start, token?.end)).toBe("'a' 'b'");
  });

  test("other spellings of the same identifier are found (facts, P8)", () => {
    const text = "ﬁle = 1\nｆｉｌｅ\nfile.ﬁle\nfiles\n";
    expect(read(text, "file").tokens.map((t) => text.slice(t.start, t.end))).toEqual([
      "ﬁle",
      "ｆｉｌｅ",
      "file",
      "ﬁle",
    ]);
  });
});
