import { describe, expect, test } from "vitest";
import { parseCommand } from "../../src/cli/args.ts";
import { help } from "../../src/cli/help.ts";
import { COMMANDS } from "../../src/cli/options.ts";

const RUN = {
  repoRoot: null,
  apply: false,
  verify: "full",
  allResidue: false,
  reportFile: null,
  proposeFile: null,
  sourceRoots: null,
  server: null,
  sandbox: true,
};
const VIEW = { format: "text", color: "auto", maxItems: 10, quiet: false };

describe("the arguments", () => {
  test("a plan is a dry run unless --apply stands there (REQ-109-036, REQ-109-041)", () => {
    expect(parseCommand(["plan", "p.toml"])).toEqual({
      command: "plan",
      file: "p.toml",
      run: RUN,
      view: VIEW,
    });
    expect(parseCommand(["plan", "p.toml", "--apply"])).toMatchObject({ run: { apply: true } });
  });

  test("every option of a run", () => {
    const line =
      "plan --repo-root r --apply --report o.json --propose n.toml --all-residue --format json --color never --no-sandbox --server s " +
      "--verify fast --source-root a --source-root b --max-items 3 --quiet p.toml";
    expect(parseCommand(line.split(" "))).toEqual({
      command: "plan",
      file: "p.toml",
      run: {
        repoRoot: "r",
        apply: true,
        verify: "fast",
        allResidue: true,
        reportFile: "o.json",
        proposeFile: "n.toml",
        sourceRoots: ["a", "b"],
        server: "s",
        sandbox: false,
      },
      view: { format: "json", color: "never", maxItems: 3, quiet: true },
    });
  });

  test("symbol, module and report", () => {
    expect(parseCommand(["symbol", "m.n", "C.f", "g", "--kind", "method"])).toEqual({
      command: "symbol",
      module: "m.n",
      name: "C.f",
      newName: "g",
      kind: "method",
      run: RUN,
      view: VIEW,
    });
    expect(parseCommand(["module", "a.b", "a.c"])).toMatchObject({
      command: "module",
      old: "a.b",
      new: "a.c",
    });
    expect(parseCommand(["report", "r.json", "--format=markdown"])).toEqual({
      command: "report",
      file: "r.json",
      repoRoot: null,
      view: { ...VIEW, format: "markdown" },
    });
  });

  test.each([
    [["--help"], null],
    [["-h"], null],
    [["help"], null],
    [["help", "plan"], "plan"],
    [["plan", "--help"], "plan"],
    [["symbol", "-h"], "symbol"],
    [["nonsense", "--help"], null],
  ] as const)("%j asks for help", (argv, topic) => {
    expect(parseCommand(argv)).toEqual({ command: "help", topic });
  });

  test("--version", () => {
    expect(parseCommand(["--version"])).toEqual({ command: "version" });
  });

  test.each([
    [[], "a command is missing"],
    [["rename"], 'there is no command "rename"'],
    [["plan"], "PLAN is missing"],
    [["plan", ""], "PLAN is empty"],
    [["plan", "a", "b"], '"b" is one argument too many'],
    [["symbol", "m"], "NAME and NEW_NAME are missing"],
    [["plan", "p", "--aply"], "Unknown option '--aply'"],
    [["plan", "p", "--report"], "Option '--report <value>' argument missing"],
    [["plan", "p", "--report="], "--report is empty"],
    [["plan", "p", "--apply=yes"], "Option '--apply' does not take an argument"],
    [["plan", "p", "--format", "xml"], '--format is one of text, json, diff, markdown, html; "xml" is none'],
    [["plan", "p", "--color", "yes"], '--color is one of auto, always, never; "yes" is none'],
    [["plan", "p", "--max-items", "-1"], "--max-items"],
    [["plan", "p", "--max-items", "many"], "--max-items wants a whole number"],
    [["plan", "p", "--kind", "class"], '"plan" has no option --kind'],
    [["symbol", "m", "n", "o", "--kind", "thing"], "--kind is one of auto, class"],
    [["report", "r", "--apply"], '"report" has no option --apply'],
    [["report", "r", "--format", "diff"], "a report has no file contents to make a diff of"],
  ] as const)("%j is wrong usage (REQ-109-039)", (argv, message) => {
    const command = parseCommand(argv);
    expect(command).toMatchObject({
      command: "usage",
      topic: COMMANDS.find((name) => name === argv[0]) ?? null,
    });
    expect(command.command === "usage" ? command.message : "").toContain(message);
  });
});

describe("help", () => {
  test("of the program", async () => {
    await expect(help(null)).toMatchFileSnapshot("snapshots/help.txt");
  });

  test.each(COMMANDS)("of %s, with an example", async (name) => {
    expect(help(name)).toContain(`Example:\n  rename-plan ${name} `);
    await expect(help(name)).toMatchFileSnapshot(`snapshots/help-${name}.txt`);
  });
});
