import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

/** docs/requirements.md against the tests: nobody claims what no test proves. */
const ROOT = join(import.meta.dirname, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const LISTED = read("docs/requirement-ids.txt").trim().split("\n");
const PAGE = read("docs/requirements.md");
const STATUS = new Map(rows("Status").map(([id = "", , status = ""]) => [id, status]));
const CLAIMED = [...STATUS].filter(([, status]) => status === "claimed").map(([id]) => id);
const PROOFS = rows("Proof").map(([id = "", file = "", title = ""]) => ({ id, file, title }));
const TESTS = testFiles();
const NAMED = new Map([...TESTS].map(([path, text]) => [path, idsIn(text)]));

describe("the requirements page", () => {
  test("has every requirement once, in order", () => {
    expect(rows("Status").map(([id]) => id)).toEqual(LISTED);
  });

  test("says of each that it is claimed, or later", () => {
    for (const [id, status] of STATUS) expect(status, id).toMatch(/^(claimed|later)(: .+)?$/);
  });

  test("claims nothing that no test names", () => {
    const named = new Set([...NAMED.values()].flatMap((ids) => [...ids]));
    expect(CLAIMED.filter((id) => !named.has(id))).toEqual([]);
  });

  test("lists a proof for what is claimed, and for nothing else", () => {
    expect([...new Set(PROOFS.map(({ id }) => id))]).toEqual(CLAIMED);
  });

  test("lists only tests that are there and name what they prove", () => {
    const wrong = PROOFS.filter(
      ({ id, file, title }) =>
        title === "" || TESTS.get(file)?.includes(title) !== true || NAMED.get(file)?.has(id) !== true,
    );
    expect(wrong).toEqual([]);
  });
});

test("no test names a requirement that is not on the page", () => {
  const unknown = [...NAMED].flatMap(([path, ids]) =>
    [...ids].filter((id) => !STATUS.has(id)).map((id) => `${path}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

/** The cells of the first table below a heading, without its head. */
function rows(heading: string): readonly (readonly string[])[] {
  const section = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** Path to text of all tests but this one, and of what fixtures are called. */
function testFiles(): ReadonlyMap<string, string> {
  const tests = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts") && path !== "requirements.test.ts")
    .map((path) => [`test/${path}`, read(`test/${path}`)] as const);
  const fixtures = readdirSync(join(ROOT, "fixtures"), { recursive: true, encoding: "utf8" });
  return new Map([...tests, ["fixtures", fixtures.join("\n")]]);
}

/** `REQ-109-016, 019` names two; `REQ-205` is short for `REQ-109-205`. */
function idsIn(text: string): ReadonlySet<string> {
  const ids = new Set(text.match(/\b(?:SRP|WR|WE|CARD)-\d+\b/g));
  for (const [, numbers = ""] of text.matchAll(/\bREQ-(?:109-)?(\d{3}(?:, \d{3})*)\b/g)) {
    for (const number of numbers.split(", ")) ids.add(`REQ-109-${number}`);
  }
  return ids;
}
