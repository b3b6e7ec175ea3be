import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../test/support/temporary-folder.ts";

/**
 * The dry run of a move of a module that many files import, against that of a class rename with as many edits, in one run on one
 * tree, in alternating order. Prints seconds, medians, and the ratio with its bound.
 *
 *   npm run bench:moves
 */
const IMPORTERS = 500;
const OTHERS = 300;
const RUNS = 3;
const BOUND = 1.5;
const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

const PLANS = {
  move: '[[modules]]\nold = "app.core.tools"\nnew = "app.far.kit"\n',
  class: '[[symbols]]\nmodule = "app.core.base"\nname = "Base"\nnew_name = "Root"\n',
};

function tree(): Record<string, string> {
  const files: Record<string, string> = {
    "app/__init__.py": "",
    "app/core/__init__.py": "",
    "app/core/base.py": "class Base:\n    def run(self) -> int:\n        return 1\n",
    "app/core/tools.py": "def helper(amount: int) -> int:\n    return amount + 1\n",
  };
  const body = (n: number) =>
    Array.from({ length: 25 }, (_, i) => `def part_${n}_${i}(a: int) -> int:\n    return a * ${i}\n`).join(
      "\n\n",
    );
  for (let n = 0; n < IMPORTERS; n++) {
    const uses = "def work() -> int:\n    return Base().run() + app.core.tools.helper(2)\n";
    files[`app/use_${n}.py`] =
      `import app.core.tools\nfrom app.core.base import Base\n\n\n${uses}\n\n${body(n)}`;
  }
  for (let n = 0; n < OTHERS; n++) files[`app/other_${n}.py`] = `from app import use_${n}\n\n\n${body(n)}`;
  return files;
}

using folder = temporaryFolder();
const root = join(folder.path, "tree");
for (const [path, text] of Object.entries(tree())) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
execFileSync("git", ["init", "--quiet", root]);
execFileSync("git", ["-C", root, "add", "--all"]);

type Kind = keyof typeof PLANS;
const times: Record<Kind, number[]> = { move: [], class: [] };
const edits: Record<Kind, number> = { move: 0, class: 0 };
const kinds: readonly Kind[] = ["move", "class"];
for (const kind of kinds) writeFileSync(join(folder.path, `${kind}.toml`), PLANS[kind]);

for (let run = 0; run < RUNS; run++) {
  for (const kind of run % 2 === 0 ? kinds : kinds.toReversed()) {
    const report = join(folder.path, `${kind}.json`);
    const started = performance.now();
    const plan = join(folder.path, `${kind}.toml`);
    const done = spawnSync(process.execPath, [CLI, "plan", plan, "--repo-root", root, "--report", report]);
    times[kind].push((performance.now() - started) / 1000);
    if (done.status !== 0)
      throw new Error(`the ${kind} was not safe:\n${String(done.stdout)}${String(done.stderr)}`);
    edits[kind] = editsOf(report);
  }
}

function editsOf(path: string): number {
  const report: {
    readonly outcomes: readonly {
      readonly plan: { readonly files: readonly { readonly edits: readonly unknown[] }[] };
    }[];
  } = JSON.parse(readFileSync(path, "utf8"));
  return report.outcomes.flatMap((o) => o.plan.files).reduce((sum, file) => sum + file.edits.length, 0);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

const ratio = median(times.move) / median(times.class);
console.log(
  `${availableParallelism()} cores, ${IMPORTERS} importers of ${IMPORTERS + OTHERS + 4} files, ${RUNS} runs`,
);
for (const kind of kinds) {
  const list = times[kind].map((t) => t.toFixed(2)).join(", ");
  console.log(`${kind}: ${list} s, median ${median(times[kind]).toFixed(2)} s, ${edits[kind]} edits`);
}
console.log(`ratio ${ratio.toFixed(2)}, bound ${BOUND}: ${ratio <= BOUND ? "pass" : "FAIL"}`);
