import { describe, expect, test } from "vitest";
import { owner, read, role } from "./marked.ts";

/** `x` in each text, in order: what it is, and the scope whose variable a bare name means. */
const TABLE: readonly (readonly [string, string, readonly string[]])[] = [
  ["assignment and use", "x = 1\nx\n", ["assignment module", "use module"]],
  [
    "a function's own",
    "x = 1\ndef f():\n  x = 2\n  x\n",
    ["assignment module", "assignment function f", "use function f"],
  ],
  [
    "bound later in the function",
    "x = 1\ndef f():\n  x\n  x = 2\n",
    ["assignment module", "use function f", "assignment function f"],
  ],
  ["a parameter", "def f(x, y=x): x\n", ["parameter function f", "use module", "use function f"]],
  [
    "all sorts of parameters",
    "def f(x): 1\ndef g(*x): 1\ndef h(**x): 1\ndef i(a, /, *, x=1): 1\ndef j(x: int = 1): 1\n",
    [
      "parameter function f",
      "parameter function g",
      "parameter function h",
      "parameter function i",
      "parameter function j",
    ],
  ],
  [
    "annotations belong outside",
    "def f(x: x) -> x: x\n",
    ["parameter function f", "use module", "use module", "use function f"],
  ],
  ["a lambda", "lambda x=x: x\n", ["parameter function", "use module", "use function"]],
  ["global", "def f():\n  global x\n  x = 1\nx\n", ["use module", "assignment module", "use module"]],
  [
    "nonlocal",
    "def f():\n  x = 1\n  def g():\n    nonlocal x\n    x = 2\n",
    ["assignment function f", "use function f", "assignment function f"],
  ],
  [
    "a class scope is passed over",
    "x = 1\nclass K:\n  x = 2\n  x\n  def m(self): x\n",
    ["assignment module", "assignment class K", "use class K", "use module"],
  ],
  [
    "a nested function sees past two classes",
    "class A:\n  x = 1\n  class B:\n    def m(self): x\n",
    ["assignment class A", "use module"],
  ],
  [
    "a comprehension's own",
    "x = [1]\n[x for x in x]\n",
    ["assignment module", "use comprehension", "assignment comprehension", "use module"],
  ],
  [
    "only the first iterable is outside",
    "[1 for y in x for x in x]\n",
    ["use module", "assignment comprehension", "use comprehension"],
  ],
  [
    "a comprehension in a class",
    "class K:\n  x = [1]\n  y = [x for _ in x]\n",
    ["assignment class K", "use module", "use class K"],
  ],
  ["a walrus", "(x := 1)\ndef f():\n  [x := 1 for _ in y]\n", ["assignment module", "assignment function f"]],
  ["unpacking", "a, (x, *b) = c\n[*x] = c\n", ["assignment module", "assignment module"]],
  ["a subscript and an attribute bind nothing", "x[0] = 1\nx.y = 2\n", ["use module", "use module"]],
  [
    "for, with, except, del",
    "for x in y: 1\nwith y as x: 1\ntry: 1\nexcept E as x: 1\ndel x\n",
    ["assignment module", "assignment module", "assignment module", "delete module"],
  ],
  ["augmented", "x += 1\n", ["assignment module"]],
  ["annotated without a value", "x: int\n", ["assignment module"]],
  [
    "imports",
    "import x\nimport x.y\nimport z as x\nfrom z import x\nfrom z import y as x\nfrom z import x as y\nfrom x import y\nimport z.x\n",
    [
      "import_module module",
      "import_module module",
      "import_as module",
      "import_from module",
      "import_as module",
      "import source module",
      "module path module",
      "module path module",
    ],
  ],
  ["a redundant alias", "from z import x as x\n", ["import source module", "import_from module"]],
  [
    "classes and functions",
    "class x(x): 1\nasync def x(): x\n",
    ["class module", "use module", "function module", "use module"],
  ],
  ["decorators", "@x\ndef f(): 1\n@x.y(x)\nclass K: 1\n", ["use module", "use module", "use module"]],
  [
    "type parameters",
    "def f[x](y: x) -> x: x\nclass K[x](L[x]):\n  def m(self): x\nx\n",
    [
      "type_parameter type parameters",
      "use type parameters",
      "use type parameters",
      "use type parameters",
      "type_parameter type parameters",
      "use type parameters",
      "use type parameters",
      "use module",
    ],
  ],
  [
    "a type alias",
    "type x[T] = list[x]\ntype Y[x] = x\n",
    ["type_alias module", "use module", "type_parameter type parameters", "use type parameters"],
  ],
  [
    "captures",
    "match y:\n  case x: 1\n  case [x, *_]: 1\n  case {'k': x}: 1\n  case K(x): 1\n  case y as x: 1\n  case [*x]: 1\n",
    [
      "capture module",
      "capture module",
      "capture module",
      "capture module",
      "capture module",
      "capture module",
    ],
  ],
  [
    "values in patterns",
    "match y:\n  case x.y: 1\n  case x(): 1\n  case K(x=1): 1\n  case x.K(z=x): 1\n",
    ["use module", "use module", "pattern keyword module", "use module", "capture module"],
  ],
  [
    "attributes and keywords",
    "y.x\ny.x = 1\nf(x=x)\n",
    ["attribute module", "store module", "keyword module", "use module"],
  ],
  [
    "stores through self",
    "class K:\n  def m(self):\n    self.x = 1\n    self.x\n    def g(): self.x\n  @staticmethod\n  def s(self): self.x\n",
    ["store of K module", "attribute of K module", "attribute of K module", "attribute module"],
  ],
  [
    "a first parameter that is taken over",
    "class K:\n  def m(self):\n    def g(self): self.x = 1\n",
    ["store module"],
  ],
];

describe("scopes (REQ-109-017)", () => {
  test.each(TABLE)("%s", (_, text, expected) => {
    expect(read(text, "x").tokens.map((t) => `${role(t)} ${owner(t)}`)).toEqual(expected);
  });
});
