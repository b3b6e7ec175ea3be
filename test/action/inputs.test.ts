import { describe, expect, test } from "vitest";
import { type Inputs, readInputs } from "../../src/action/inputs.ts";

function read(values: Readonly<Record<string, string>> = {}) {
  return readInputs((name) => ({ "github-token": "t", ...values })[name] ?? "");
}

function inputs(values: Readonly<Record<string, string>> = {}): Inputs {
  const result = read(values);
  if (!result.ok) throw new Error(result.faults.join());
  return result.inputs;
}

describe("the inputs", () => {
  test("have the defaults of action.yml where nothing is given", () => {
    expect(inputs()).toMatchObject({
      pushToken: null,
      plan: ["**/rename-plan*.{toml,json}"],
      applyLabel: "rename-plan: apply",
      afterApply: "remove",
      server: { version: "1.40.1", integrity: expect.stringMatching(/^sha512-/) },
      serverPath: null,
      sourceRoots: null,
      maxAnnotations: 500,
      comment: true,
      failOnRefusal: true,
      report: null,
      sheetArtifact: null,
    });
  });

  test.each([
    ["github-token", ""],
    ["after-apply", "delete"],
    ["comment", "yes"],
    ["comment", "True"],
    ["fail-on-refusal", "no"],
    ["max-annotations", "-1"],
    ["max-annotations", "5001"],
    ["max-annotations", "1e3"],
    ["max-annotations", "many"],
    ["annotate", "unresolvd"],
    ["annotate", "comment=error"],
    ["annotate", "comment=notice=warning"],
    ["annotate", "none, comment"],
    ["basedpyright-version", "latest"],
    ["basedpyright-version", "1.39.0"],
    ["basedpyright-version", "1.39.0 sha1-abc"],
    ["apply-label", "x".repeat(51)],
  ])("%s: %j is an error that names the input and what is allowed", (name, value) => {
    const result = read({ [name]: value });
    expect(result).toEqual({
      ok: false,
      faults: [expect.stringMatching(new RegExp(`^Input "${name}" .*allowed: `))],
    });
  });

  test("are all told that are wrong, not the first", () => {
    expect(read({ comment: "x", "after-apply": "y" })).toMatchObject({ ok: false, faults: { length: 2 } });
  });

  test("take lists over lines and commas, and levels", () => {
    const given = inputs({
      "source-roots": "src, lib\n",
      annotate: "unresolved, comment=failure",
      plan: "a/*.toml\n\nb/{x,y}.json",
    });
    expect(given.sourceRoots).toEqual(["src", "lib"]);
    expect([...given.levels]).toEqual([
      ["unresolved", "failure"],
      ["comment", "failure"],
    ]);
    expect(given.plan).toEqual(["a/*.toml", "b/{x,y}.json"]);
    expect(inputs({ annotate: "none" }).levels.size).toBe(0);
  });

  test("take any version with its integrity", () => {
    const integrity = `sha512-${"A".repeat(86)}==`;
    expect(inputs({ "basedpyright-version": `1.39.0 ${integrity}` }).server).toEqual({
      version: "1.39.0",
      integrity,
    });
  });
});
