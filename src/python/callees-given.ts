import { calleeOf } from "./callee.ts";
import type { Grammar } from "./grammar.ts";

/** The last names of what is called with arguments that have a value, as `mentions` tells of their text. */
export function calleesGiven(
  grammar: Grammar,
  text: string,
  mentions: (text: string) => boolean,
): readonly string[] {
  const parsed = grammar.parse(text);
  try {
    return parsed.root.descendantsOfType("call").flatMap((call) => {
      const callee = calleeOf(text, call);
      const given = callee !== null && mentions(text.slice(callee.argsStart, callee.argsEnd));
      return given && callee.last !== null ? [callee.last.name] : [];
    });
  } finally {
    parsed.free();
  }
}
