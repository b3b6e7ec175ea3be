import { expect, it } from "vitest";
import { readRequiresPython } from "../../src/plan/read-requires-python.ts";

const project = (required: string): string => `[project]\nname = "x"\nrequires-python = ${required}\n`;

it("reads the lowest and the highest version that a project says it runs under", () => {
  expect(readRequiresPython(project('">=3.8"'))).toEqual(["3.8"]);
  expect(readRequiresPython(project('">=3.8, <3.13"'))).toEqual(["3.8", "3.12"]);
  expect(readRequiresPython(project('"~=3.9,!=3.10.*"'))).toEqual(["3.9"]);
});

it("says nothing where a file does not", () => {
  for (const text of ["", "[project]\n", "project = 1\n", project("3.8"), project('"*"'), "[[broken"]) {
    expect(readRequiresPython(text)).toEqual([]);
  }
});
