import { parse } from "smol-toml";
import { KeyPlaces, type KeyPath } from "./key-places.ts";

/** A dotted key of more parts is no key of a plan; following it would cost the square of its length. */
const MOST_PARTS = 8;

/**
 * Where the table headers and keys of a TOML text stand: a header at its first bracket, a key at its first character,
 * an item of a list at its own. The text is one that the parser has accepted; for any other the places mean nothing.
 */
export function locateTomlKeys(text: string): KeyPlaces {
  const places = new KeyPlaces(text);
  const tableCounts = new Map<string, number>();
  let at = 0;

  const skip = (pattern: RegExp): void => {
    pattern.lastIndex = at;
    if (pattern.test(text)) at = pattern.lastIndex;
  };

  const isQuote = (): boolean => text[at] === '"' || text[at] === "'";

  const key = (): readonly string[] => {
    const parts: string[] = [];
    do {
      skip(SPACE);
      const start = at;
      if (isQuote()) at = stringEnd(text, at);
      else skip(BARE_KEY);
      parts.push(keyText(text.slice(start, at)));
      skip(SPACE);
    } while (text[at] === "." && at++ < text.length);
    return parts;
  };

  const recordKey = (table: KeyPath | null, parts: readonly string[], offset: number): KeyPath | null => {
    if (table === null || parts.length > MOST_PARTS) return null;
    for (let count = 1; count <= parts.length; count++) {
      places.recordFirst([...table, ...parts.slice(0, count)], offset);
    }
    return [...table, ...parts];
  };

  const openTable = (parts: readonly string[], isListItem: boolean, offset: number): KeyPath | null => {
    if (parts.length > MOST_PARTS) return null;
    let path: KeyPath = [];
    for (const [i, part] of parts.entries()) {
      path = [...path, part];
      places.recordFirst(path, offset);
      const id = JSON.stringify(path);
      const count = tableCounts.get(id) ?? 0;
      if (isListItem && i === parts.length - 1) {
        tableCounts.set(id, count + 1);
        path = [...path, count];
      } else if (count > 0) {
        path = [...path, count - 1];
      }
      places.recordFirst(path, offset);
    }
    return path;
  };

  const value = (path: KeyPath | null): void => {
    skip(SPACE);
    if (text[at] === "[") items(path);
    else if (text[at] === "{") pairs(path);
    else if (isQuote()) at = stringEnd(text, at);
    else skip(BARE_VALUE);
  };

  const items = (path: KeyPath | null): void => {
    at += 1;
    for (let index = 0; ; index++) {
      skip(BLANK);
      if (at >= text.length || text[at] === "]") break;
      const item = path === null ? null : [...path, index];
      if (item !== null) places.recordFirst(item, at);
      const start = at;
      value(item);
      skip(BLANK);
      if (text[at] === ",") at += 1;
      if (at === start) break;
    }
    at += 1;
  };

  const pairs = (path: KeyPath | null): void => {
    at += 1;
    for (;;) {
      skip(BLANK);
      if (at >= text.length || text[at] === "}") break;
      const start = at;
      pair(path);
      skip(BLANK);
      if (text[at] === ",") at += 1;
      if (at === start) break;
    }
    at += 1;
  };

  const pair = (table: KeyPath | null): void => {
    const start = at;
    const path = recordKey(table, key(), start);
    if (text[at] === "=") at += 1;
    value(path);
  };

  let table: KeyPath | null = [];
  for (;;) {
    skip(BLANK);
    if (at >= text.length) return places;
    const start = at;
    if (text[at] === "[") {
      const isListItem = text[at + 1] === "[";
      at += isListItem ? 2 : 1;
      table = openTable(key(), isListItem, start);
      at += isListItem ? 2 : 1;
    } else {
      pair(table);
    }
    if (at === start) return places;
  }
}

const SPACE = /[ \t]*/y;
const BLANK = /(?:[ \t\r\n]+|#[^\n]*)*/y;
const BARE_KEY = /[^\s.=\]"'#,{}[]*/y;
const BARE_VALUE = /[^,\]}#\n]*/y;

/** The offset behind the string that starts at `start`, of any of the four kinds. */
function stringEnd(text: string, start: number): number {
  const mark = text[start] ?? "";
  const isMultiLine = text.startsWith(mark.repeat(3), start);
  const close = isMultiLine ? mark.repeat(3) : mark;
  let at = start + close.length;
  while (at < text.length && !text.startsWith(close, at)) at += mark === '"' && text[at] === "\\" ? 2 : 1;
  at += close.length;
  // A multi-line string may end with up to two quotes of its own before the closing three.
  if (isMultiLine && text[at] === mark) at += text[at + 1] === mark ? 2 : 1;
  return Math.min(at, text.length);
}

function keyText(written: string): string {
  if (!written.startsWith('"') && !written.startsWith("'")) return written;
  if (!written.includes("\\")) return written.slice(1, -1);
  return Object.keys(parse(`${written} = 0`))[0] ?? "";
}
