import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { DEEPEST_PATH, type KeyPath, type KeyPlaces } from "../../src/plan/key-places.ts";
import { locateTomlKeys } from "../../src/plan/locate-toml-keys.ts";
import { scanJson } from "../../src/plan/scan-json.ts";
import { LEAVES, readFixture } from "./fixture.ts";
import { seededRandom } from "./seeded-random.ts";

test.each(LEAVES)("every key of %s is found where it is written", (leaf) => {
  const { text, format } = readFixture(leaf);
  const plain = text.replace(/^\uFEFF/, "");
  const value = valueOf(plain, format);
  if (value === undefined) return;
  const places = format === "json" ? scanJson(plain).places : locateTomlKeys(plain);
  for (const path of pathsOf(value, [])) expectAtKey(plain, places, path);
});

test("keys of JSON within keys, lists and escapes are found where they are written", () => {
  const text =
    '{"a" : [ {"b\\u0022\\\\": [1, "]", {"c":{}}], "}": [] }, [ [] ] ],\r\n "é😀": {"d": {"e": null}}, "f":0}';
  for (const path of pathsOf(JSON.parse(text), [])) expectAtKey(text, scanJson(text).places, path);
  expect(scanJson(text).places.placeOf(["f"])).toEqual({ line: 2, column: 29 });
});

test("what has no place of its own is placed where it belongs, or nowhere", () => {
  const places = locateTomlKeys('\n[[symbols]]\nname = "x"\n');
  expect(places.placeOf(["symbols", 0, "module"])).toEqual({ line: 2, column: 1 });
  expect(places.placeOf(["symbols", 7])).toEqual({ line: 2, column: 1 });
  expect(places.placeOf(["version"])).toEqual({ line: 0, column: 0 });
});

test("the JSON scan finds a fault exactly where JSON.parse refuses the text", () => {
  const random = seededRandom(7);
  const texts = LEAVES.map(readFixture).filter(({ text, format }) => format === "json" && text.length < 2000);
  const parts = [
    ...'[]{}",:\\u0019.eE+-tn \n\t\0'.split(""),
    "true",
    "null",
    '"a":',
    "\\n",
    "\\x",
    "1.",
    "-",
  ];
  for (let round = 0; round < 20_000; round++) {
    let { text } = texts[Math.floor(random() * texts.length)]!;
    for (let count = 0; count <= random() * 3; count++) {
      const at = Math.floor(random() * text.length);
      const part = parts[Math.floor(random() * parts.length)]!;
      text = text.slice(0, at) + (random() < 0.7 ? part : "") + text.slice(at + Math.floor(random() * 3));
    }
    expect(scanJson(text).fault === null, text).toBe(valueOf(text, "json") !== undefined);
  }
});

/** Undefined for a text that cannot be parsed. */
function valueOf(text: string, format: "toml" | "json"): unknown {
  try {
    return format === "json" ? JSON.parse(text) : parse(text, { integersAsBigInt: "asNeeded", maxDepth: 64 });
  } catch {
    return undefined;
  }
}

function pathsOf(value: unknown, path: KeyPath): readonly KeyPath[] {
  if (typeof value !== "object" || value === null || value instanceof Date || path.length === DEEPEST_PATH)
    return [];
  const steps: readonly (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return steps.flatMap((step) => {
    const next = [...path, step];
    return [next, ...pathsOf(Reflect.get(value, step), next)];
  });
}

/** The text at a key's place names it; that of an item of a list begins there, or is the header of its table. */
function expectAtKey(text: string, places: KeyPlaces, path: KeyPath): void {
  const place = places.placeOf(path);
  expect(place.line, JSON.stringify(path)).toBeGreaterThan(0);
  const line = text.split(/\r\n|\n/)[place.line - 1]!.slice(place.column - 1);
  const key = path.at(-1);
  if (typeof key === "number") {
    expect(line, JSON.stringify(path)).toMatch(/^[^\s,#]/);
    return;
  }
  const plain = line.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  const lastWord = String(key).match(/\w*$/)?.[0] ?? "";
  expect(plain, JSON.stringify(path)).toContain(lastWord);
}
