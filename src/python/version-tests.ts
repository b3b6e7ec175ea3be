import type { Grammar, SyntaxNode } from "./grammar.ts";

/** A statement or expression whose parts run under some versions of Python only. */
export interface VersionTest {
  /** Offsets of all its branches. */
  readonly start: number;
  readonly end: number;
  /** The versions between which it tells: `3.9` and the one before, for `sys.version_info < (3, 9)`. */
  readonly versions: readonly string[];
}

/** All tests of `sys.version_info` in a source. */
export function versionTests(grammar: Grammar, text: string): readonly VersionTest[] {
  if (!text.includes("version_info")) return [];
  const parsed = grammar.parse(text);
  try {
    return parsed.root
      .descendantsOfType(["if_statement", "conditional_expression", "boolean_operator", "while_statement"])
      .flatMap((node): readonly VersionTest[] => {
        const conditions = conditionsOf(node).filter((c) => /\bversion_info\b/.test(c.text));
        if (conditions.length === 0) return [];
        const versions = new Set(conditions.flatMap((c) => versionsIn(c.text)));
        return [{ start: node.startIndex, end: behind(node), versions: [...versions] }];
      });
  } finally {
    parsed.free();
  }
}

function conditionsOf(node: SyntaxNode): readonly SyntaxNode[] {
  if (node.type === "conditional_expression") return node.namedChildren.slice(1, 2);
  if (node.type === "boolean_operator") return node.namedChildren.slice(0, 1);
  const own = node.childForFieldName("condition");
  const others = node.namedChildren
    .filter((c) => c.type === "elif_clause")
    .flatMap((c) => c.childForFieldName("condition") ?? []);
  return own === null ? others : [own, ...others];
}

/** Behind a branch that leaves the block, what follows runs under the other versions only. */
function behind(node: SyntaxNode): number {
  const leaves = /\b(?:return|raise|continue|break|exit)\b/.test(node.text);
  return node.type === "if_statement" && leaves ? (node.parent?.endIndex ?? node.endIndex) : node.endIndex;
}

const TUPLE = /\(\s*(\d+)\s*,?\s*(\d+)?/g;
const MAJOR = /(?:\.major|\[0\])\s*(?:[<>=!]=?)\s*(\d+)/g;
const MINOR = /(?:\.minor|\[1\])\s*(?:[<>=!]=?)\s*(\d+)/g;

function versionsIn(condition: string): readonly string[] {
  const tuples = [...condition.matchAll(TUPLE)].map(([, major, minor]) => [
    Number(major),
    Number(minor ?? 0),
  ]);
  const majors = [...condition.matchAll(MAJOR)].map(([, major]) => [Number(major), 0]);
  const minors = [...condition.matchAll(MINOR)].map(([, minor]) => [3, Number(minor)]);
  return [...tuples, ...majors, ...minors].flatMap(([major = 3, minor = 0]) => around(major, minor));
}

/** A version, and the one before it and behind it. */
function around(major: number, minor: number): readonly string[] {
  if (major < 3) return ["2.7", "3.0"];
  if (major > 3) return [`${major}.0`];
  const before = minor === 0 ? "2.7" : `3.${minor - 1}`;
  return [before, `3.${minor}`, `3.${minor + 1}`];
}
