import { DEEPEST_PATH, KeyPlaces, type KeyPath } from "./key-places.ts";
import { quote } from "./quote.ts";

export interface JsonScan {
  /** Where keys and list items stand; an item that is an object at its brace. */
  readonly places: KeyPlaces;
  /** The paths of keys that an object of the plan has a second time, placed at that second time. */
  readonly repeated: readonly KeyPath[];
  /** The first thing that is no JSON (RFC 8259); `offset` 0-based, UTF-16 code units. Null for valid text. */
  readonly fault: JsonFault | null;
}

interface JsonFault {
  readonly offset: number;
  /** Without a full stop, for use within a sentence. */
  readonly message: string;
}

/** An object or list that is open. Its path is null below the depth where places are of use. */
interface Open {
  readonly kind: "object" | "list";
  readonly path: KeyPath | null;
  readonly keys: Set<string>;
  count: number;
}

/** Goes over JSON text once, without recursion, up to the first fault. */
export function scanJson(text: string): JsonScan {
  const places = new KeyPlaces(text);
  const repeated: KeyPath[] = [];
  const stack: Open[] = [];
  let at = 0;
  let path: KeyPath | null = [];

  const finish = (fault: JsonFault | null): JsonScan => ({ places, repeated, fault });
  const fail = (message: string, offset = at): JsonScan => finish({ offset, message });
  const skip = (): void => {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
  };
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0] ?? null;
    at += match?.length ?? 0;
    return match;
  };

  for (;;) {
    skip();
    const open = text[at] === "{" || text[at] === "[" ? text[at] : undefined;
    if (open !== undefined) {
      const deep = path === null || path.length >= DEEPEST_PATH;
      stack.push({
        kind: open === "{" ? "object" : "list",
        path: deep ? null : path,
        keys: new Set(),
        count: 0,
      });
      at += 1;
    } else if (text[at] === '"') {
      const end = stringEnd(text, at);
      if (typeof end !== "number") return finish(end);
      at = end;
    } else if (take(NUMBER) === null && take(WORD) === null) {
      return fail(
        at >= text.length && stack.length === 0 ? "the text is empty" : unexpected("a value", text, at),
      );
    }

    // Behind a value, or just inside an object or list: close what ends here, then find the next value.
    for (let fresh = open !== undefined; ; fresh = false) {
      skip();
      const top = stack.at(-1);
      if (top === undefined) {
        return at < text.length ? fail(unexpected("nothing behind the plan", text, at)) : finish(null);
      }
      const close = top.kind === "object" ? "}" : "]";
      if (text[at] === close) {
        stack.pop();
        at += 1;
        continue;
      }
      if (!fresh) {
        if (text[at] !== ",") return fail(unexpected(`"," or "${close}"`, text, at));
        const comma = at;
        at += 1;
        skip();
        if (text[at] === close) return fail(`no comma may stand before "${close}"`, comma);
      }
      if (top.kind === "list") {
        path = top.path === null ? null : [...top.path, top.count];
        top.count += 1;
        if (path !== null && at < text.length) places.record(path, at);
        break;
      }
      const start = at;
      if (text[at] !== '"') return fail(unexpected("a key in double quotes", text, at));
      const end = stringEnd(text, at);
      if (typeof end !== "number") return finish(end);
      at = end;
      path = top.path === null ? null : [...top.path, String(JSON.parse(text.slice(start, end)))];
      if (path !== null) noteKey(top, path, start);
      skip();
      if (text[at] !== ":") return fail(unexpected('":" behind the key', text, at));
      at += 1;
      break;
    }
  }

  function noteKey(object: Open, keyPath: KeyPath, offset: number): void {
    const key = String(keyPath.at(-1));
    if (object.keys.has(key)) repeated.push(keyPath);
    object.keys.add(key);
    places.record(keyPath, offset);
  }
}

const SPACE = /[ \t\r\n]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /(?:true|false|null)(?![A-Za-z0-9_])/y;
/** As much of a word as a message needs. */
const WORD_SHOWN = /[\p{L}\p{N}_]{1,100}/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The offset behind the string that starts at `start`. */
function stringEnd(text: string, start: number): number | JsonFault {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code === 0x0a || code === 0x0d) break;
    if (code < 0x20)
      return { offset: at, message: `a string may not hold the control character ${found(text, at)}` };
    if (code === 0x5c) {
      ESCAPE.lastIndex = at;
      if (!ESCAPE.test(text))
        return { offset: at, message: 'a string may not hold this escape (write "\\\\" for "\\")' };
      at = ESCAPE.lastIndex - 1;
    }
  }
  return { offset: start, message: "the string that starts here does not end on its line" };
}

function unexpected(expected: string, text: string, at: number): string {
  if (text.startsWith("//", at) || text.startsWith("/*", at) || text[at] === "#")
    return "JSON has no comments";
  if (text[at] === "'") return "strings stand in double quotes";
  return `expected ${expected}, found ${found(text, at)}`;
}

function found(text: string, at: number): string {
  const code = text.codePointAt(at);
  if (code === undefined) return "the end of the text";
  if (text[at] === '"') return "a string";
  WORD_SHOWN.lastIndex = at;
  return quote(WORD_SHOWN.exec(text)?.[0] ?? String.fromCodePoint(code));
}
