import { execFileSync, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../test/support/temporary-folder.ts";
import { generateTree } from "./generate-tree.ts";

/**
 * What the full proof costs beside the plan stage, on a tree of 2,500 Python files: dry runs with `--verify full` and `--verify
 * fast`, in alternating order. Prints seconds, medians, and the ratio of the difference to the fast run, with its bound.
 *
 *   npm run bench:verify
 */
const FILES = 2500;
const RUNS = 3;
const BOUND = 1.2;
const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const PLAN = [
  '[[symbols]]\nmodule = "harbour.core.shipment"\nname = "Shipment"\nnew_name = "Consignment"\n',
  '[[symbols]]\nmodule = "harbour.core.berth"\nname = "Berth"\nnew_name = "Mooring"\n',
].join("\n");

using folder = temporaryFolder();
const root = join(folder.path, "tree");
generateTree(root, FILES);
execFileSync("git", ["init", "--quiet", root]);
execFileSync("git", ["-C", root, "add", "--all"]);
writeFileSync(join(folder.path, "plan.toml"), PLAN);

type Depth = "fast" | "full";
const times: Record<Depth, number[]> = { fast: [], full: [] };
const depths: readonly Depth[] = ["fast", "full"];
for (let run = 0; run < RUNS; run++) {
  for (const depth of run % 2 === 0 ? depths : depths.toReversed()) {
    const started = performance.now();
    const args = ["plan", join(folder.path, "plan.toml"), "--repo-root", root, "--verify", depth, "--quiet"];
    const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args, "--format", "json"], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    const seconds = (performance.now() - started) / 1000;
    if (status !== 0) throw new Error(`${depth}: exit ${status}\n${stderr}\n${stdout.slice(0, 2000)}`);
    times[depth].push(seconds);
    console.log(`${depth}: ${seconds.toFixed(1)} s`);
  }
}
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const [plan, whole] = [median(times.fast), median(times.full)];
const ratio = (whole - plan) / plan;
console.log(
  `plan ${plan.toFixed(1)} s, proof ${(whole - plan).toFixed(1)} s: ratio ${ratio.toFixed(2)} (bound ${BOUND})`,
);
if (ratio > BOUND) process.exitCode = 1;
