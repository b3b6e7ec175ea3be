import { describe, expect, test } from "vitest";
import { parsePlan, type ParsedPlan } from "../../src/plan/parse-plan.ts";
import { LEAVES, readFixture } from "./fixture.ts";
import { seededRandom } from "./seeded-random.ts";

const SYMBOL = '[[symbols]]\nmodule = "pkg.mod"\nname = "Old"\nnew_name = "New"\n';
const MEBIBYTE = 2 ** 20;

const fill = (part: string, head = "", tail = ""): string =>
  head + part.repeat(Math.floor((MEBIBYTE - head.length - tail.length) / part.length)) + tail;

const messages = (parsed: ParsedPlan): readonly string[] =>
  parsed.ok ? [] : parsed.conflicts.map((fault) => fault.message);

const planOf = (count: number, newName: string): string =>
  `version = 1\nsymbols = [\n${Array.from(
    { length: count },
    (_, i) => `{ module = "m", name = "a${i}", new_name = "${newName}" },`,
  ).join("\n")}]\n`;

describe("SRP-8: the size of a plan is bounded", () => {
  test("a text above 1 MiB is refused unread", () => {
    const parsed = parsePlan(`version = 1\n${SYMBOL}#${"x".repeat(MEBIBYTE)}`, "toml");
    expect(messages(parsed)).toEqual([
      expect.stringMatching(/^The plan has \d+ characters; at most 1048576 /),
    ]);
    expect(parsePlan("x".repeat(10 * MEBIBYTE), "json").ok).toBe(false);
  });

  test("a text of 1 MiB is read", () => {
    const head = `version = 1\n${SYMBOL}#`;
    expect(parsePlan(head + "x".repeat(MEBIBYTE - head.length), "toml").ok).toBe(true);
  });

  test("ten thousand entries of a list are read", () => {
    expect(parsePlan(planOf(10_000, "New"), "toml").ok).toBe(true);
    expect(messages(parsePlan(planOf(10_001, "New"), "toml"))).toEqual([
      "symbols has 10001 entries; at most 10000 are read. Split the plan.",
    ]);
  });

  test("the first hundred faults are listed and the rest is counted", () => {
    expect(messages(parsePlan(planOf(100, "class"), "toml"))).toHaveLength(100);
    expect(messages(parsePlan(planOf(101, "class"), "toml")).slice(100)).toEqual([
      "One more fault is not shown.",
    ]);
    expect(messages(parsePlan(planOf(1000, "class"), "toml")).slice(100)).toEqual([
      "900 more faults are not shown.",
    ]);
  });
});

describe("SRP-8: no text makes the reader fail or linger", () => {
  const texts: Readonly<Record<string, readonly ["toml" | "json", string]>> = {
    "headers without keys": ["toml", fill("[[symbols]]\n", "version = 1\n")],
    "entries with an unknown key": ["toml", fill("[[symbols]]\nx=1\n", "version = 1\n")],
    "equal entries": ["toml", fill(SYMBOL, "version = 1\n")],
    "one very long key": ["toml", fill("k", "version = 1\n", " = 1\n")],
    "one very long dotted key": ["toml", fill("a.", "version = 1\n", "a = 1\n")],
    "one very long dotted header": ["toml", fill("a.", "version = 1\n[[", "a]]\n")],
    "nested headers": ["toml", Array.from({ length: 1000 }, (_, i) => `[[a${".a".repeat(i)}]]\n`).join("")],
    "one very long string": ["toml", fill("x", 'version = 1\nrepo_root = "', '"\n')],
    "a string of escapes": ["toml", fill("\\\\", 'version = 1\nrepo_root = "', '"\n')],
    "a long multi-line string": ["toml", fill('""\n', 'version = 1\nrepo_root = """', '"""\n')],
    "blank lines and comments": ["toml", fill("\n#x\n \t", "version = 1\n")],
    "a long list": ["toml", fill('"a",', "version = 1\nkeep_patterns = [", "]\n")],
    "deep lists": ["toml", fill("[", "version = ")],
    "deep inline tables": ["toml", fill("{a=", "version = ")],
    "a huge integer": ["toml", fill("9", "version = ")],
    "quotes alone": ["toml", fill('"')],
    "deep JSON lists": ["json", fill("[")],
    "closed deep JSON lists": ["json", "[".repeat(MEBIBYTE / 2) + "]".repeat(MEBIBYTE / 2)],
    "deep JSON objects": ["json", fill('{"a":')],
    "many JSON entries": ["json", fill("{},", '{"version":1,"symbols":[', "{}]}")],
    "many JSON keys": ["json", fill('"a":1,', '{"version":1,', '"b":1}')],
    "a huge JSON integer": ["json", fill("9", '{"version":', "}")],
    "a long JSON string": ["json", fill("\\u0041", '{"version":1,"repo_root":"', '"}')],
    "NUL bytes": ["toml", fill("\0")],
  };

  test.each(Object.entries(texts))("%s", (_, [format, text]) => {
    expect(text.length).toBeLessThanOrEqual(MEBIBYTE);
    const started = performance.now();
    const parsed = parsePlan(text, format);
    expect(performance.now() - started).toBeLessThan(10_000);
    for (const message of messages(parsed)) expect(message.length).toBeLessThan(1000);
  });
});

test("SRP-8: random changes of valid and invalid plans never make the reader fail", () => {
  const random = seededRandom(20_240_109);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const plans = LEAVES.map(readFixture).filter(({ text }) => text.length < 2000);
  const parts = [
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    '"""',
    "\\",
    "=",
    ".",
    ",",
    "#",
    "\n",
    "\r",
    "\0",
    "1",
    "é",
    "😀",
    "\ud800",
  ];
  for (let round = 0; round < 20_000; round++) {
    const { text, format } = pick(plans);
    let changed = text;
    for (let count = Math.floor(random() * 4); count >= 0; count--) {
      const at = Math.floor(random() * (changed.length + 1));
      const dropped = Math.floor(random() * 3);
      const added = random() < 0.5 ? pick(parts) : pick(plans).text.slice(at, at + Math.floor(random() * 9));
      changed = changed.slice(0, at) + added + changed.slice(at + dropped);
    }
    const parsed = parsePlan(changed, random() < 0.9 ? format : "json");
    if (parsed.ok) continue;
    const lineCount = changed.split(/\r\n|\r|\n/).length;
    for (const fault of parsed.conflicts) {
      expect(fault.line, JSON.stringify(changed)).toBeLessThanOrEqual(lineCount);
      expect(fault.message).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    }
  }
});
