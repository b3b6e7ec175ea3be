import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleJob } from "../test/action/bundle-job.ts";
import { SERVER } from "../test/dist/bundle.ts";
import { githubDouble } from "../test/github/github-double.ts";
import { pullRequestPayload } from "../test/github/payloads.ts";
import { temporaryFolder } from "../test/support/temporary-folder.ts";

/**
 * The committed bundle against the GitHub double, at GitHub's pace: from the start of the process to the published dry
 * run, on a repository of a hundred Python files, with basedpyright in the tool cache. Prints seconds and API calls.
 */
const FILES = 100;
const PLAN = '[[symbols]]\nmodule = "app.base"\nname = "Base"\nnew_name = "Root"\n';

function tree(): Record<string, string> {
  const files: Record<string, string> = {
    "app/__init__.py": "",
    "app/base.py": "class Base:\n    def run(self) -> int:\n        return 1\n",
  };
  for (let i = 0; i < FILES - 2; i++) {
    const before = i === 0 ? "" : `from app.part_${i - 1} import Part${i - 1}\n`;
    const uses = Array.from(
      { length: 20 },
      (_, n) => `    def m${n}(self, other: Base) -> int:\n        return other.run() + ${n}\n`,
    );
    files[`app/part_${i}.py`] =
      `from app.base import Base\n${before}\n\nclass Part${i}(Base):\n${uses.join("\n")}`;
  }
  return files;
}

await using double = await githubDouble();
using folder = temporaryFolder();
const tools = join(folder.path, "tools");
const cached = join(tools, "basedpyright", "1.40.1", process.arch);
mkdirSync(cached, { recursive: true });
cpSync(join(SERVER, ".."), cached, { recursive: true });
writeFileSync(`${cached}.complete`, "");
double.commit("main", tree());
double.commit("topic", { "rename-plan.toml": PLAN });
double.openPull({ head: "topic", author: "alice" });

const payload = pullRequestPayload(double, 1, { action: "opened" });
const times: number[] = [];
for (let run = 1; run <= 3; run++) {
  const calls = double.requests.length;
  let started = 0;
  const result = await bundleJob({
    double,
    payload,
    sha: double.head("topic"),
    attempt: run,
    prepare: () => (started = performance.now()),
    variables: { RUNNER_TOOL_CACHE: tools },
  });
  const seconds = (performance.now() - started) / 1000;
  times.push(seconds);
  console.log(
    `run ${run}: ${seconds.toFixed(1)} s, ${double.requests.length - calls} API calls, exit ${result.code}, ${result.outputs["edit-count"]} edits`,
  );
}
console.log(`median ${times.sort((a, b) => a - b)[1]?.toFixed(1)} s (bound 15)`);
