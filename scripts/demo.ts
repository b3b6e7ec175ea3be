import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, styleText } from "node:util";

/** Runs the plan of fixtures/demo on a copy of that project: a dry run, then the real one, then the difference. */
const HERE = fileURLToPath(new URL("..", import.meta.url));
const PROJECT = join(HERE, "fixtures", "demo");
const PLAN = "rename-plan.toml";

/** Kept in step with fixtures/demo by hand. */
const NOTES = `\
radio.py     its Station is another class: not a letter changed, and the residue says why
worker.py    two calls of poll(), three lines apart: the one on a Popen stayed
config.py    tomllib.load stayed, and so did the environment variable "ALARM_LEVEL"
archive.py   "Station" is a column of a spreadsheet here; the line ends are still CRLF
pegel.py     still Latin-1, the same bytes but for the names
shell.py     got its names through import *
pyproject    names tidewatch.stations:Station as an entry point. It is no Python, so it stands
             in the residue; a person changes it, like the notebook, the README and the docs`;

const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });

const folder = mkdtempSync(join(tmpdir(), "rename-plan-demo-"));
const copy = join(folder, "tidewatch");
const program = join(folder, "bin", "rename-plan");
process.on("exit", () => {
  if (!values.keep) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
process.stdout.on("error", () => process.exit(0));

try {
  await makeCopy();
  heading("A Python project, and the plan that comes with it");
  say(`Copied ${relative(HERE, PROJECT)} to a git repository of its own, ${copy}`);
  command(`cat ${PLAN}`);
  say(readFileSync(join(copy, PLAN), "utf8").trimEnd());

  heading("A dry run: what would change, and what would stay as it is");
  await renamePlan(["plan", PLAN, "--max-items", "25"]);

  heading("The same with --apply: all of it is written, or nothing");
  await renamePlan(["plan", PLAN, "--apply", "--max-items", "0"]);

  heading("What was written");
  await gitDiff();

  heading("Worth a look");
  say(NOTES);
  say("");
  say(values.keep ? `The copy is still there: ${copy}` : "The copy is gone; -- --keep keeps it.");
} catch (error) {
  console.error(`demo: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function makeCopy(): Promise<void> {
  cpSync(PROJECT, copy, { recursive: true });
  mkdirSync(join(folder, "bin"));
  symlinkSync(join(HERE, "dist", "cli.js"), program);
  await git(["init", "--quiet"]);
  await git(["add", "--all"]);
  await git([
    "-c",
    "user.name=demo",
    "-c",
    "user.email=demo@example.org",
    "commit",
    "--quiet",
    "-m",
    "Start",
  ]);
}

async function renamePlan(args: readonly string[]): Promise<void> {
  command(["rename-plan", ...args].join(" "));
  await run(process.execPath, [program, ...args], "inherit");
}

async function gitDiff(): Promise<void> {
  const color = process.stdout.isTTY ? "always" : "never";
  const show = async (args: readonly string[]) => {
    command(["git diff", ...args].join(" "));
    const output = await git(["-c", "core.whitespace=cr-at-eol", "diff", `--color=${color}`, ...args]);
    say(readable(output).trimEnd());
    say("");
  };
  await show(["--stat"]);
  await show(["--unified=1"]);
}

/** Git's output is bytes of several encodings; each line is shown in its own. */
function readable(bytes: Buffer): string {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  return bytes
    .toString("latin1")
    .split("\n")
    .map((line) => {
      const own = line.replace(/\r/g, "");
      try {
        return utf8.decode(Buffer.from(own, "latin1"));
      } catch {
        return own;
      }
    })
    .join("\n");
}

function git(args: readonly string[]): Promise<Buffer> {
  return run("git", args, "pipe");
}

/** What the program printed; empty where it printed to the terminal itself. */
function run(file: string, args: readonly string[], output: "inherit" | "pipe"): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...args], {
      cwd: copy,
      env: environment(),
      stdio: ["ignore", output, "inherit"],
    });
    const printed: Buffer[] = [];
    child.stdout?.on("data", (bytes: Buffer) => printed.push(bytes));
    child.on("error", (cause) =>
      reject(new Error(`${file} cannot be started (${cause.message})`, { cause })),
    );
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(printed));
      else reject(new Error(`${file} ${args.join(" ")} ended with ${code ?? "a signal"}`));
    });
  });
}

/** The user's own git settings and the repository that a hook may have named are no part of the demo. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return { ...Object.fromEntries(own), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
}

function heading(text: string): void {
  say(`\n${styleText(["bold", "cyan"], `── ${text} ${"─".repeat(Math.max(0, 76 - text.length))}`)}\n`);
}

function command(text: string): void {
  say(styleText("bold", `$ ${text}`));
}

function say(text: string): void {
  console.log(text);
}
