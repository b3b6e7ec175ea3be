import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundleJob } from "../action/bundle-job.ts";
import { FILES, PLAN } from "../action/story.ts";
import { githubDouble } from "../github/github-double.ts";
import { pullRequestPayload } from "../github/payloads.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { SERVER } from "./bundle.ts";

test("nothing of a pull request is run, and nothing of it is taken for configuration (CARD-3)", async () => {
  await using double = await githubDouble();
  using outside = temporaryFolder();
  const mark = join(outside.path, "mark");
  const script = `#!/bin/sh\ntouch '${mark}'\n`;
  const python = `open('${mark}', 'w')\n`;
  const evil = {
    "pyrightconfig.json": '{ "exclude": ["**"], "venvPath": ".", "venv": "venv", "pythonPath": "./python" }\n',
    "pyproject.toml": '[tool.pyright]\npythonPath = "./python"\n[tool.basedpyright]\nbaselineFile = "../x"\n',
    "venv/pyvenv.cfg": "home = .\n",
    "sitecustomize.py": python,
    "conftest.py": python,
    ".npmrc": "registry=http://127.0.0.1:9\nscript-shell=./python\n",
    "node_modules/basedpyright/package.json": '{ "name": "basedpyright", "version": "9.9.9" }\n',
    "node_modules/basedpyright/langserver.index.js": `require("fs").writeFileSync(${JSON.stringify(mark)}, "")\n`,
  };
  const programs = Object.fromEntries(
    ["python", "git", "npm", "node", "venv/bin/python"].map((name) => [name, script]),
  );
  const modes = Object.fromEntries(Object.keys(programs).map((name) => [name, "100755" as const]));
  double.commit("main", { ...FILES, ...evil, ...programs }, { modes });
  double.commit("topic", { "rename-plan.toml": PLAN });
  double.openPull({ head: "topic", author: "alice" });
  const result = await bundleJob({
    double,
    payload: pullRequestPayload(double, 1, { action: "opened" }),
    sha: double.head("topic"),
    inputs: { "server-path": SERVER },
    variables: { PATH: `.:${process.env["PATH"]}` },
  });
  expect(result).toMatchObject({ code: 0, outputs: { status: "dry_run", "edit-count": "2" } });
  expect(existsSync(mark)).toBe(false);
  expect(double.problems).toEqual([]);
});
