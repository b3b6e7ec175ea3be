import type { Grammar, SyntaxNode } from "./grammar.ts";

/** A place outside the ordinary calls by which a function gets an argument under the name of its parameter. */
export interface ByName {
  readonly start: number;
  readonly end: number;
  readonly detail: string;
  /** The test runner passes the values that stand here. */
  readonly parametrized: boolean;
}

/** The places in one file that pass, or look up, the parameter `name` of the function whose name stands at `nameAt`. */
export function argumentsByName(
  grammar: Grammar,
  text: string,
  nameAt: number,
  name: string,
): readonly ByName[] {
  const parsed = grammar.parse(text);
  try {
    const node = parsed.root.descendantForIndex(nameAt, nameAt + 1);
    const definition = node?.parent?.type === "function_definition" ? node.parent : null;
    if (definition === null) return [];
    const found = [
      ...decoratorsOf(definition).flatMap((d) => inDecorator(d, text, name)),
      ...inBody(definition.childForFieldName("body"), name),
    ];
    if (node?.text.startsWith("test") === true) found.push(...inMarks(definition, parsed.root, name));
    return found;
  } finally {
    parsed.free();
  }
}

function decoratorsOf(definition: SyntaxNode): readonly SyntaxNode[] {
  const { parent } = definition;
  return parent?.type === "decorated_definition"
    ? parent.namedChildren.filter((c) => c.type === "decorator")
    : [];
}

const PASSED = "a decorator that can pass the argument under this name";
const PARAMETRIZED = "the test runner passes the argument under this name";

function inDecorator(decorator: SyntaxNode, text: string, name: string): readonly ByName[] {
  const marks = parametrized(decorator, name);
  if (marks.length > 0 || /\bparametrize\b/.test(decorator.text)) return marks;
  // Mocks are passed by place.
  if (/^@\s*(?:\w+\.)*patch(?:\.\w+)*\s*\(/.test(decorator.text)) return [];
  const strings = decorator.descendantsOfType("string").filter((s) => names(s, name));
  const keywords = decorator
    .descendantsOfType("keyword_argument")
    .flatMap((k) => k.childForFieldName("name") ?? [])
    .filter((k) => k.text === name && k.parent?.parent?.parent?.parent?.id === decorator.id);
  const found = [...strings, ...keywords].map((n) => ({ ...spanOf(n), detail: PASSED, parametrized: false }));
  const framework = frameworkOf(decorator.text, text);
  if (found.length > 0 || framework === null) return found;
  return [{ ...spanOf(decorator), end: decorator.startIndex, detail: framework, parametrized: false }];
}

/** What is made of the names of parameters by those who register the function. */
const FRAMEWORKS: readonly {
  readonly decorator: RegExp;
  readonly file: RegExp;
  readonly detail: string;
}[] = [
  {
    decorator: /\.(?:command|callback)\b/,
    file: /\btyper\b/i,
    detail: "the command line takes the argument under the parameter's name",
  },
  {
    decorator: /\.(?:get|post|put|patch|delete|head|options|websocket|api_route|trace)\s*\(/,
    file: /\b(?:fastapi|APIRouter|litestar)\b/i,
    detail: "the web framework takes the argument from a request under the parameter's name",
  },
  {
    decorator: /\bhook(?:impl|spec)\b/,
    file: /./,
    detail: "plugins are called with arguments by the names of the parameters",
  },
  {
    decorator: /^@\s*(?:\w+\.)*receiver\b/,
    file: /./,
    detail: "signals pass their arguments by the names of the parameters",
  },
];

function frameworkOf(decorator: string, file: string): string | null {
  return FRAMEWORKS.find((f) => f.decorator.test(decorator) && f.file.test(file))?.detail ?? null;
}

/** `"old"`, `"a,old"`, `"--old"`, `"/<int:old>"`, `"/{old}"`, `"(?P<old>…)"`. */
function names(literal: SyntaxNode, name: string): boolean {
  const content = literal.text.replace(/^\w*["']+|["']+$/g, "");
  const parts = [...content.split(/[,/]/), ...(content.startsWith("-") ? content.split(/\s/) : [])];
  if (parts.some((part) => part.trim().replace(/^-+/, "").replaceAll("-", "_") === name)) return true;
  return new RegExp(`[<{:]${name}(?![\\p{XID_Continue}])`, "u").test(content);
}

/** Strings of the first argument of `parametrize(…)` that have the name. */
function parametrized(node: SyntaxNode, name: string): readonly ByName[] {
  return node.descendantsOfType("call").flatMap((call) => {
    if (!/\bparametrize$/.test(call.childForFieldName("function")?.text ?? "")) return [];
    const args = call.childForFieldName("arguments")?.namedChildren.filter((c) => c.type !== "comment") ?? [];
    const named = args.find((a) => a.childForFieldName("name")?.text === "argnames");
    const first = named ?? args[0];
    return (first === undefined ? [] : [first, ...first.descendantsOfType("string")])
      .filter((s) => s.type === "string" && names(s, name))
      .map((s) => ({ ...spanOf(s), detail: PARAMETRIZED, parametrized: true }));
  });
}

/** Marks of a class, of the module, and those that `pytest_generate_tests` sets. */
function inMarks(definition: SyntaxNode, root: SyntaxNode, name: string): readonly ByName[] {
  const found: ByName[] = [];
  for (let outer = definition.parent; outer !== null; outer = outer.parent) {
    if (outer.type === "class_definition")
      found.push(...decoratorsOf(outer).flatMap((d) => parametrized(d, name)));
  }
  const loose = root.namedChildren.filter(
    (c) => c.type === "expression_statement" || /^def pytest_generate_tests\b/.test(c.text),
  );
  return [...found, ...loose.flatMap((c) => parametrized(c, name))];
}

/** `locals()` and code in strings read the parameter by its name. */
function inBody(body: SyntaxNode | null, name: string): readonly ByName[] {
  return (body?.descendantsOfType("call") ?? []).flatMap((call) => {
    const callee = call.childForFieldName("function")?.text ?? "";
    const args = call.childForFieldName("arguments")?.namedChildren ?? [];
    const isNameSpace = (callee === "locals" || callee === "vars" || callee === "dir") && args.length === 0;
    const isCode = /^(?:eval|exec)$/.test(callee);
    if (!isNameSpace && !isCode) return [];
    if (isNameSpace && !canReach(call, name)) return [];
    const detail = isCode
      ? "code in a string can read the parameter by its name"
      : `${callee}() gives the parameter under its name`;
    return [{ ...spanOf(call), end: call.startIndex, detail, parametrized: false }];
  });
}

/** False where the name space is asked for another key, or fills a template that does not have the name. */
function canReach(call: SyntaxNode, name: string): boolean {
  const { parent } = call;
  if (parent?.type === "subscript") {
    const key = parent.namedChildren[1];
    return key?.type !== "string" || key.text.includes(name);
  }
  const outer = parent?.type === "dictionary_splat" ? (parent.parent?.parent ?? null) : parent;
  const template =
    outer?.type === "call" && /["']\.format$/.test(outer.childForFieldName("function")?.text ?? "")
      ? outer.childForFieldName("function")
      : outer?.type === "binary_operator" && outer.namedChildren[0]?.type === "string"
        ? outer.namedChildren[0]
        : null;
  return template === null || template === undefined || template.text.includes(name);
}

function spanOf(node: SyntaxNode): { readonly start: number; readonly end: number } {
  return { start: node.startIndex, end: node.endIndex };
}
