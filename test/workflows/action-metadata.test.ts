import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Context } from "../../src/action/context.ts";
import { readEnvironment } from "../../src/action/environment.ts";
import { DEFAULTS, readInputs } from "../../src/action/inputs.ts";
import { setStatus, writeOutputs } from "../../src/action/outputs.ts";
import type { Runner } from "../../src/action/runner.ts";
import { tryPlans } from "../../src/action/try-plans.ts";
import { connect } from "../../src/github/client.ts";
import { conflict } from "../../src/model/conflict.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { ROOT } from "./workflow-texts.ts";

interface Described {
  readonly description?: string;
  readonly required?: boolean;
  readonly default?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, Described>>;
  readonly outputs: Readonly<Record<string, Described>>;
  readonly runs: Readonly<Record<string, string>>;
}

const ACTION: Action = parse(readFileSync(join(ROOT, "action.yml"), "utf8"));
const TOKEN = "${{ github.token }}";

/** The values that a runner gives when a workflow sets none. */
function byDefault(name: string): string {
  return name === "github-token" ? "a token" : (ACTION.inputs[name]?.default ?? "");
}

describe("the inputs of action.yml", () => {
  test("are those that the program reads", () => {
    const read = new Set<string>();
    readInputs((name) => {
      read.add(name);
      return "";
    });
    expect(Object.keys(ACTION.inputs).sort()).toEqual([...read].sort());
  });

  test("have the defaults that the program has", () => {
    const defaults = Object.entries(ACTION.inputs).map(([name, input]) => [name, input.default] as const);
    const texts = defaults.filter(([, value]) => value !== "" && value !== TOKEN);
    expect(Object.fromEntries(texts)).toEqual(DEFAULTS);
    expect(ACTION.inputs["github-token"]?.default).toBe(TOKEN);
  });

  test("are understood as they are by default", () => {
    expect(readInputs(byDefault)).toMatchObject({ ok: true });
  });

  test("are described, have a default, and are not required, which no runner enforces", () => {
    for (const [name, input] of Object.entries(ACTION.inputs)) {
      expect(input, name).toMatchObject({ description: expect.any(String), required: false });
      expect(input.default, name).toBeTypeOf("string");
    }
  });
});

describe("the outputs of action.yml", () => {
  test("are those that the program sets", async () => {
    using folder = temporaryFolder();
    const set = new Set<string>(["commit-sha"]);
    const context = contextIn(folder.path, (name) => set.add(name));
    const conflicts = [conflict("plan/syntax", "", "No plan.")];
    const trial = await tryPlans(context, {
      paths: ["rename-plan.toml"],
      sources: [],
      conflicts,
      digest: "",
    });
    setStatus(context, "skipped");
    await writeOutputs(context, trial, "refused");
    expect(Object.keys(ACTION.outputs).sort()).toEqual([...set].sort());
  });

  test("have every name that stands in the program where one is set", () => {
    const folder = join(ROOT, "src/action");
    const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const names = [...text.join("\n").matchAll(/setOutput\(\s*"([^"]+)"/g)].map(([, name]) => name);
    expect(names).toContain("commit-sha");
    expect(Object.keys(ACTION.outputs)).toEqual(expect.arrayContaining(names));
  });

  test("are described", () => {
    for (const [name, output] of Object.entries(ACTION.outputs)) {
      expect(output, name).toEqual({ description: expect.any(String) });
    }
  });
});

test("action.yml runs bundles that are there", () => {
  for (const key of ["main", "post"]) expect(existsSync(join(ROOT, ACTION.runs[key] ?? "")), key).toBe(true);
});

/** For what asks nobody anything. */
function contextIn(folder: string, setOutput: (name: string) => void): Context {
  const read = readInputs(byDefault);
  if (!read.ok) throw new Error(read.faults.join("\n"));
  const client = connect({ token: "none", apiUrl: "http://127.0.0.1", repository: { owner: "", name: "" } });
  const environment = readEnvironment({
    GITHUB_REPOSITORY: "owner/name",
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_EVENT_PATH: join(folder, "event.json"),
    GITHUB_WORKSPACE: folder,
    RUNNER_TEMP: folder,
  });
  const runner: Runner = {
    environment,
    input: byDefault,
    setOutput,
    saveState() {},
    state: () => "",
    info() {},
    annotate() {},
    writeSummary: async () => {},
  };
  return { runner, inputs: read.inputs, client, pushClient: client, servers: null };
}
