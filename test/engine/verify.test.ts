import { describe, expect, test } from "vitest";
import type { Diagnostic, LanguageServer } from "../../src/engine/ports.ts";
import { edit, FILES, run, world } from "./world.ts";

/** What the server over the copy answers otherwise than the one over the tree. */
const FAULTS: readonly (readonly [string, string, Partial<LanguageServer>])[] = [
  ["a name that means nothing any more", "verify/meaning", { definition: async () => [] }],
  ["a new fault", "verify/diagnostics", { diagnostics: async () => [fault("reportCallIssue")] }],
  ["a new override", "verify/overrides", { diagnostics: async () => [fault("reportImplicitOverride")] }],
  [
    "a place that does not go back",
    "verify/rename-back",
    { rename: async () => ({ ok: true, edits: [edit("m.py", 0, 4, 9, "alpha")] }) },
  ],
  [
    "a place that was captured",
    "verify/rename-back",
    { rename: async () => ({ ok: true, edits: [edit("m.py", 0, 0, 3, "alpha")] }) },
  ],
];

describe("the proof on a copy", () => {
  test.each(FAULTS)(
    "refuses for %s, shows both states, and leaves nothing behind",
    async (_, code, answers) => {
      const w = world({ copyServer: () => answers });
      const verdict = await run(w);
      expect(verdict.conflicts.map((c) => c.code)).toEqual([code]);
      expect(verdict.conflicts[0]?.message).toMatch(/Before: .* After: /);
      expect(verdict).toMatchObject({ status: "refused", safeToApply: false, changes: [] });
      expect(Object.fromEntries(w.files)).toEqual(FILES);
      expect([w.running(), w.copies()]).toEqual([0, 0]);
    },
  );

  test("refuses for an override link that was cut", async () => {
    const link = async () => [fault("reportImplicitOverride")];
    const verdict = await run(world({ server: () => ({ diagnostics: link }) }));
    expect(verdict.conflicts.map((c) => c.code)).toEqual(["verify/overrides"]);
  });

  test("needs no second server when it is to be fast", async () => {
    const w = world({ copyServer: () => ({ definition: async () => [] }) });
    expect((await run(w, undefined, true, "fast")).status).toBe("applied");
    expect(w.calls.filter((call) => call === "servers.start")).toHaveLength(1);
    expect(w.calls).not.toContain("workspace.stage");
  });
});

function fault(rule: string): Diagnostic {
  const at = { line: 0, character: 4 };
  return { range: { start: at, end: at }, severity: "error", message: "a fault", rule };
}
