import { expect, test } from "vitest";
import { nearestNames } from "../../src/model/nearest-names.ts";

const KEYS = ["module", "name", "new_name", "kind", "unknown_receivers"];

test.each([
  ["one letter wrong", "nane", ["name"]],
  ["two neighbours swapped", "nmae", ["name"]],
  ["a letter too many", "modules", ["module"]],
  ["a letter missing", "newname", ["new_name", "name"]],
  ["letter case", "KIND", ["kind"]],
  ["a part of a name", "receivers", ["unknown_receivers"]],
  ["a longer name", "old_name", ["name", "new_name"]],
  ["a stranger", "colour", []],
  ["a short stranger", "x", []],
  ["nothing", "", []],
])("a slip is near: %s", (_, name, expected) => {
  expect(nearestNames(name, KEYS, 5)).toEqual(expected);
});

test("the nearest come first, equals in code unit order, at most as many as asked for", () => {
  const candidates = ["conf", "Config", "config_b", "config_a", "configs", "unrelated"];
  expect(nearestNames("config", candidates, 9)).toEqual([
    "Config",
    "configs",
    "conf",
    "config_a",
    "config_b",
  ]);
  expect(nearestNames("config", candidates, 2)).toEqual(["Config", "configs"]);
  expect(nearestNames("config", candidates, 0)).toEqual([]);
});

test("the name itself and repeated candidates count once or not at all", () => {
  expect(nearestNames("run", ["run", "runs", "runs"], 9)).toEqual(["runs"]);
});

test("a swap of neighbours counts as one slip, wherever it is", () => {
  expect(nearestNames("ba", ["ab"], 1)).toEqual(["ab"]);
  expect(nearestNames("reciever", ["receiver", "retriever"], 2)).toEqual(["receiver", "retriever"]);
});

test("long names cost no time", () => {
  const long = "x".repeat(100_000);
  const started = performance.now();
  expect(nearestNames(long, [`y${long}`, "z".repeat(100_000), "x"], 9)).toEqual([`y${long}`]);
  expect(performance.now() - started).toBeLessThan(1000);
});
