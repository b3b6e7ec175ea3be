import type { SyntaxNode } from "./grammar.ts";
import type { Context, Reader, Visitor } from "./reading.ts";
import type { StringRole } from "./token.ts";
import { reflectedOn } from "./reflection.ts";
import { wordOffsets } from "./words.ts";

const ESCAPE = /\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|[0-7]{1,3}|[^])/g;
/** How the binary protocols of pickle begin, as bytes literals spell it. */
const PICKLE_START = "\\x80";

/** Strings and comments. */
export const LITERAL_VISITORS: Readonly<Record<string, Visitor>> = {
  string: (reader, node, context) =>
    visitString(reader, node, context, isDocstring(node) ? "docstring" : context.role),
  concatenated_string(reader, node, context) {
    const docstring = isDocstring(node);
    visitPieces(reader, node, context, docstring ? "docstring" : context.role);
    for (const child of node.namedChildren) {
      if (child.type === "string")
        visitString(reader, child, context, docstring ? "docstring" : context.role);
      else reader.visit(child, context);
    }
  },
  comment(reader, node, context) {
    const text = reader.text.slice(node.startIndex, node.endIndex);
    // What stands behind a second # is a comment again, and `type: ignore` names no type.
    const typeComment = /^#\s*type:(?!\s*ignore\b)[^#]*/.exec(text)?.[0] ?? "";
    for (const name of reader.names) {
      for (const at of wordOffsets(reader.text, name, node.startIndex, node.endIndex)) {
        reader.tokens.push({
          kind: "comment",
          name,
          start: at,
          end: at + name.length,
          scope: context.scope,
          typeComment: at < node.startIndex + typeComment.length,
        });
      }
    }
  },
};

function visitString(reader: Reader, node: SyntaxNode, context: Context, given: StringRole): void {
  const role =
    (given === "plain" || given === "type_call") && namesResult(reader.text, node) ? "own_name" : given;
  const opening = node.namedChildren.find((c) => c.type === "string_start");
  const prefix =
    opening === undefined ? "" : reader.text.slice(opening.startIndex, opening.endIndex).toLowerCase();
  if (/^["']+__all__["']+$/.test(node.text)) reader.buildsExportList = true;
  const plainPrefix = /^[ru]*["']/.test(prefix);
  let from = opening?.endIndex ?? node.startIndex;
  const end = node.namedChildren.find((c) => c.type === "string_end")?.startIndex ?? node.endIndex;
  const adjacent = node.parent?.type === "concatenated_string";
  for (const part of node.namedChildren) {
    if (part.type !== "interpolation") continue;
    words(from, part.startIndex, false);
    reader.visit(part, { ...context, role: "plain" });
    from = part.endIndex;
  }
  words(from, end, plainPrefix && !adjacent && from === opening?.endIndex);

  function words(start: number, stop: number, alone: boolean): void {
    // The letter of an escape is no part of the word behind it.
    const content = reader.text.slice(start, stop).replace(ESCAPE, (escape) => " ".repeat(escape.length));
    const reflects = alone ? reflectedOn(reader, node, context) : null;
    const pickled = prefix.includes("b") && reader.text.startsWith(PICKLE_START, start);
    for (const name of reader.names) {
      for (const offset of wordOffsets(content, name)) {
        const at = start + offset;
        reader.tokens.push({
          kind: "string",
          name,
          start: at,
          end: at + name.length,
          scope: context.scope,
          role,
          whole: alone && at === start && at + name.length === stop,
          pieces: false,
          reflects,
          pickled,
          assignedTo: context.assignedTo,
          afterDot: reader.text.charAt(at - 1) === ".",
        });
      }
    }
  }
}

/** What the standard library tells the name of what it makes. */
const FACTORY =
  /^(?:(\w+)\.)?(TypeVar|ParamSpec|TypeVarTuple|NewType|TypeAliasType|TypedDict|NamedTuple|namedtuple|Enum|IntEnum|StrEnum|Flag|IntFlag)$/;
const STANDARD = "(?:typing|typing_extensions|collections|enum)";

/** The file takes the function from the standard library, as far as its lines of import say, and nothing shadows it. */
function isFactory(text: string, callee: string): boolean {
  const [, module, name] = FACTORY.exec(callee) ?? [];
  if (name === undefined) return false;
  const root = module ?? name;
  if (new RegExp(`\\b(?:class|def)\\s+${root}\\b|^\\s*${root}\\s*=`, "m").test(text)) return false;
  const imports =
    module === undefined
      ? `from\\s+${STANDARD}\\s+import\\s+(?:\\([^)]*|[^\\n(]*)\\b${name}\\b(?!\\s+as\\b)`
      : `import\\s+(?:${STANDARD}\\s+as\\s+${module}|(?=${STANDARD}\\b)${module})\\b`;
  return new RegExp(`^\\s*${imports}`, "m").test(text);
}

/** The first argument of a factory, which spells the variable that the result is assigned to. */
function namesResult(text: string, node: SyntaxNode): boolean {
  const call = node.parent?.type === "argument_list" ? node.parent.parent : null;
  const assignment = call?.parent;
  if (call?.type !== "call" || assignment?.type !== "assignment") return false;
  const first = node.parent?.namedChildren.find((c) => c.type !== "comment");
  if (first?.startIndex !== node.startIndex) return false;
  const variable = assignment.childForFieldName("left")?.text;
  return (
    variable === node.text.replace(/^[rRuU]?["']+|["']+$/g, "") &&
    isFactory(text, call.childForFieldName("function")?.text ?? "")
  );
}

/** A name that adjacent literals spell in pieces has no place of its own in the text. */
function visitPieces(reader: Reader, node: SyntaxNode, context: Context, role: StringRole): void {
  const content = node.descendantsOfType("string_content").map((c) => ({
    at: c.startIndex,
    text: reader.text.slice(c.startIndex, c.endIndex).replace(ESCAPE, (escape) => " ".repeat(escape.length)),
  }));
  const joined = content.map((c) => c.text).join("");
  const pickled = /^[bB]/.test(node.text) && node.text.slice(1).startsWith(`"${PICKLE_START}`);
  const borders = new Set<number>();
  let length = 0;
  for (const { text } of content) borders.add((length += text.length));
  for (const name of reader.names) {
    for (const offset of wordOffsets(joined, name)) {
      if (![...borders].some((border) => offset < border && border < offset + name.length)) continue;
      reader.tokens.push({
        kind: "string",
        name,
        start: node.startIndex,
        end: node.endIndex,
        scope: context.scope,
        role,
        whole: false,
        pieces: true,
        reflects: null,
        pickled,
        assignedTo: context.assignedTo,
        afterDot: false,
      });
    }
  }
}

/** The first statement of a module, class or function, when it is a string. */
function isDocstring(node: SyntaxNode): boolean {
  const statement = node.parent;
  if (statement?.type !== "expression_statement" || statement.namedChildren.length !== 1) return false;
  const body = statement.parent;
  if (body?.type !== "module" && body?.type !== "block") return false;
  const first = body.namedChildren.find((c) => c.type !== "comment");
  if (first?.startIndex !== statement.startIndex) return false;
  const owner = body.parent?.type;
  return body.type === "module" || owner === "class_definition" || owner === "function_definition";
}
