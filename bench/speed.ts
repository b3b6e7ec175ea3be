import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { BareJob } from "./bare-client.ts";
import { generateTree } from "./generate-tree.ts";
import { type BenchSymbol, generatedSymbols, lastName, readSymbols } from "./symbols.ts";

/**
 * Compares dry runs of dist/cli.js with a client of the same server that asks for the same renames and checks nothing
 * (bare-client.ts), in one run on one tree, in alternating order.
 */
const HELP = `\
usage: npm run bench -- [--runs N] [--files N] [--seed N] [--keep]
       npm run bench -- --tree DIR --symbols FILE [--source-root DIR]… [--runs N]

  --runs N           measure N times and take the medians (default 3)
  --files N          files of the generated tree (default 2600)
  --seed N           which tree is generated (default 1)
  --cli FILE         the build to measure (default dist/cli.js)
  --keep             leave the generated tree, the plans and the reports, and say where
  --tree DIR         measure on a git repository of your own; nothing is written into it
  --symbols FILE     its symbols: JSON lines with module, old, new, file, line; the first one is also renamed alone
  --source-root DIR  a folder of it that imports start from, for both sides
`;

const TIME_BOUND = 1.3;
const MEMORY_BOUND_MB = 400;
const SAMPLE_MS = 10;
const HERE = fileURLToPath(new URL("..", import.meta.url));
const BARE = join(HERE, "bench", "bare-client.ts");

interface Sample {
  readonly seconds: number;
  /** Peak of the process itself; null where the system does not tell. */
  readonly memoryMb: number | null;
  readonly output: string;
}

interface Task {
  readonly title: string;
  readonly symbols: readonly BenchSymbol[];
  readonly plan: string;
  readonly report: string;
  readonly job: string;
  readonly opened: number;
}

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    files: { type: "string", default: "2600" },
    seed: { type: "string", default: "1" },
    cli: { type: "string", default: join(HERE, "dist", "cli.js") },
    keep: { type: "boolean", default: false },
    tree: { type: "string" },
    symbols: { type: "string" },
    "source-root": { type: "string", multiple: true },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
if ((values.tree === undefined) !== (values.symbols === undefined)) {
  console.error(`--tree and --symbols go together.\n\n${HELP}`);
  process.exit(2);
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "rename-plan-bench-")));
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));

const tree = values.tree === undefined ? makeTree() : realpathSync(values.tree);
const symbols = values.symbols === undefined ? generatedSymbols(tree) : readSymbols(resolve(values.symbols));
const roots = values["source-root"] ?? (values.tree === undefined ? ["src"] : ["."]);
const python = pythonFiles(tree);
const tasks = [
  task("one", "1 symbol", symbols.slice(0, 1)),
  task("all", `${symbols.length} symbols`, symbols),
];
console.log(machine());
console.log(`${python.length} Python files; times are medians of ${values.runs} runs, in seconds\n`);

const rows: string[][] = [];
let peak: number | null = null;
for (const one of tasks) {
  const row = await measure(one);
  rows.push(row.cells);
  for (const { memoryMb } of row.own) if (memoryMb !== null) peak = Math.max(peak ?? 0, memoryMb);
}
rows.push(
  peak === null
    ? ["own memory", "-", "-", "not known on this system", `${MEMORY_BOUND_MB} MB`, "-"]
    : [
        "own memory",
        "-",
        "-",
        `${peak.toFixed(0)} MB`,
        `${MEMORY_BOUND_MB} MB`,
        verdict(peak < MEMORY_BOUND_MB),
      ],
);
printTable([["", "rename-plan", "bare client", "ratio", "bound", ""], ...rows]);
console.log(`\n${loadNote()}`);
if (values.keep) console.log(`Kept: ${folder}`);

function makeTree(): string {
  const made = join(folder, "tree");
  generateTree(made, Number(values.files), Number(values.seed));
  execFileSync("git", ["init", "--quiet", made]);
  execFileSync("git", ["-C", made, "add", "--all"]);
  return made;
}

/** What git lists, as the engine's file set does. */
function pythonFiles(root: string): readonly string[] {
  const listed = execFileSync(
    "git",
    ["-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  return listed
    .split("\0")
    .filter((path) => /\.pyi?$/.test(path))
    .map((path) => join(root, path))
    .filter((path) => existsSync(path));
}

function task(id: string, title: string, renamed: readonly BenchSymbol[]): Task {
  const names = [...new Set(renamed.map((s) => lastName(s.old)))];
  const word = new RegExp(`\\b(?:${names.join("|")})\\b`);
  // Reading them all also fills the file cache.
  const open = python.filter((path) => word.test(readFileSync(path, "utf8")));
  const job: BareJob = {
    tree,
    include: python,
    roots: roots.map((root) => join(tree, root)),
    open,
    symbols: renamed,
  };
  const entries = renamed.map(
    (s) => `[[symbols]]\nmodule = "${s.module}"\nname = "${s.old}"\nnew_name = "${s.new}"\n`,
  );
  const plan = join(folder, `${id}.toml`);
  writeFileSync(plan, `version = 1\nsource_roots = ${JSON.stringify(roots)}\n\n${entries.join("\n")}`);
  writeFileSync(join(folder, `${id}.json`), JSON.stringify(job));
  return {
    title,
    symbols: renamed,
    plan,
    report: join(folder, `${id}-report.json`),
    job: join(folder, `${id}.json`),
    opened: open.length,
  };
}

async function measure(one: Task) {
  const own: Sample[] = [];
  const bare: Sample[] = [];
  const sides = [
    async () =>
      own.push(
        await run([
          resolve(values.cli),
          "plan",
          one.plan,
          "--repo-root",
          tree,
          "--verify",
          "fast",
          "--report",
          one.report,
        ]),
      ),
    async () => bare.push(await run([BARE, one.job])),
  ];
  for (let n = 0; n < Number(values.runs); n++) {
    // oxlint-disable-next-line no-await-in-loop -- nothing else may run meanwhile
    for (const side of n % 2 === 0 ? sides : sides.toReversed()) await side();
    console.log(
      `${one.title}, run ${n + 1}: ${own.at(-1)?.seconds.toFixed(2)} against ${bare.at(-1)?.seconds.toFixed(2)}`,
    );
  }
  console.log(`${one.title}: ${summary(one, bare)}\n`);
  const mine = median(own.map((s) => s.seconds));
  const theirs = median(bare.map((s) => s.seconds));
  const ratio = mine / theirs;
  const cells = [
    one.title,
    mine.toFixed(2),
    theirs.toFixed(2),
    ratio.toFixed(2),
    String(TIME_BOUND),
    verdict(ratio <= TIME_BOUND),
  ];
  return { cells, own };
}

/** As much of a report as is shown here. */
interface Report {
  readonly status: string;
  readonly conflicts: readonly { readonly code: string; readonly entry: string }[];
  readonly outcomes: readonly {
    readonly plan: { readonly files: readonly { readonly edits: readonly unknown[] }[] };
  }[];
}

/** What both sides found, so that a run that does less than it should is seen. */
function summary(one: Task, bare: readonly Sample[]): string {
  const report: Report = JSON.parse(readFileSync(one.report, "utf8"));
  const files = report.outcomes.flatMap((o) => o.plan.files);
  const edits = files.reduce((sum, file) => sum + file.edits.length, 0);
  const codes = report.conflicts.map((c) => `${c.entry} ${c.code}`);
  const refused = codes.length === 0 ? "" : ` (${[...new Set(codes)].join(", ")})`;
  return (
    `${one.opened} files hold a name; ${report.status}${refused} with ${edits} edits; ` +
    `the bare client got ${bare.at(-1)?.output.trim()}`
  );
}

/** Runs Node on a script, from its start to its end. */
async function run(args: readonly string[]): Promise<Sample> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let memoryMb: number | null = null;
  const sampler = setInterval(() => {
    memoryMb = peakOf(child.pid) ?? memoryMb;
  }, SAMPLE_MS);
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const code = await new Promise<number | null>((settle, fail) => {
    child.once("error", fail);
    child.once("close", settle);
  });
  const seconds = (performance.now() - start) / 1000;
  clearInterval(sampler);
  running.delete(child);
  // A plan that is refused (1) was worked through as well; the summary says so.
  if (code !== 0 && code !== 1) throw new Error(`node ${args.join(" ")} ended with ${code}\n${errors}`);
  return { seconds, memoryMb, output };
}

/** The highest resident memory of a process so far, as Linux keeps it. */
function peakOf(pid: number | undefined): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

function verdict(holds: boolean): string {
  return holds ? "pass" : "FAIL";
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, n) => sum + n, 0) / middle.length;
}

function machine(): string {
  const manifest: { readonly version: string } = createRequire(import.meta.url)("basedpyright/package.json");
  const { version } = manifest;
  return `${availableParallelism()} cores, Node ${process.versions.node}, basedpyright ${version}, ${loadNote()}`;
}

function loadNote(): string {
  return `load ${loadavg()[0]?.toFixed(1)}`;
}

function printTable(lines: readonly (readonly string[])[]): void {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((l) => (l[column] ?? "").length)));
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}
