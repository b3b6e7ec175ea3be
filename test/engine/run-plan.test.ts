import { describe, expect, test } from "vitest";
import type { LanguageServer, ProposedEdit } from "../../src/engine/ports.ts";
import type { Verdict } from "../../src/model/outcome.ts";
import { edit, entryOf, FILES, Injected, RENAMED, run, world } from "./world.ts";

describe("one run", () => {
  test("writes what the dry run showed, and only when asked (REQ-109-036, WR-5, WE-3)", async () => {
    const dry = world();
    const planned = await run(dry, undefined, false);
    expect(planned.status).toBe("dry_run");
    expect(Object.fromEntries(dry.files)).toEqual(FILES);
    expect(dry.calls).not.toContain("transaction.apply");

    const wet = world();
    const applied = await run(wet);
    expect(applied).toEqual({ ...planned, status: "applied" });
    expect(Object.fromEntries(wet.files)).toEqual(RENAMED);
  });

  test("goes through its stages in order (REQ-109-012, 013, 037)", async () => {
    const w = world();
    await run(w);
    const steps = w.calls.filter((call) => !/^progress|decode|sha256|read$/.test(call));
    expect(steps.filter((call, i) => call !== steps[i - 1])).toEqual([
      "transaction.recover",
      "workspace.files",
      "servers.start",
      "server.open",
      "server.openProbe",
      "server.definition",
      "server.prepareRename",
      "server.rename",
      "server.definition",
      "workspace.encode",
      "workspace.stage",
      "servers.start",
      "server.open",
      "server.definition",
      "server.diagnostics",
      "server.rename",
      "server.stop",
      "transaction.apply",
      "server.stop",
    ]);
  });

  test("tells of a killed run that was restored first (REQ-109-037, WE-5)", async () => {
    const w = world();
    const transaction = { ...w.ports.transaction, recover: async () => ({ restored: ["m.py"] }) };
    const verdict = await run({ ...w, ports: { ...w.ports, transaction } });
    expect(verdict.notices.join()).toMatch(/1 files half done/);
  });

  test("does not start a server for a plan whose modules are not found", async () => {
    const w = world();
    const verdict = await run(w, entryOf("nowhere", "alpha", "omega"));
    expect(codes(verdict)).toEqual(["target/module-missing"]);
    expect(w.calls.filter((call) => call.startsWith("server"))).toEqual([]);
  });
});

test("a failure at any call of any port writes nothing, ends the server, and comes through (REQ-109-037, WE-5)", async () => {
  const whole = world();
  await run(whole);
  const written = whole.calls.indexOf("transaction.apply") + 1;
  expect(whole.calls.length).toBeGreaterThan(25);
  for (let failAt = 1; failAt <= written; failAt++) {
    const w = world({ failAt });
    // Stopping never fails, by contract.
    if (whole.calls[failAt - 1] === "server.stop") continue;
    const call = `call ${failAt}: ${whole.calls[failAt - 1] ?? ""}`;
    await expect(run(w), call).rejects.toThrow(Injected);
    expect(Object.fromEntries(w.files), call).toEqual(FILES);
    expect(w.running(), call).toBe(0);
    expect(w.copies(), call).toBe(0);
    expect(w.calls.slice(failAt), call).not.toContain("transaction.apply");
  }
});

describe("a file that changes behind the planning", () => {
  test("aborts, and nothing is written (REQ-109-037, WR-5, WE-1, WE-2)", async () => {
    const changed = "from m import alpha\n\nalpha()  # and more\n";
    const w = world({
      stage: (text, files) => {
        if (text.startsWith("Writing")) files.set("use.py", changed);
      },
    });
    const verdict = await run(w);
    expect(verdict).toMatchObject({ status: "aborted", safeToApply: false, changes: [] });
    expect(verdict.conflicts).toMatchObject([{ code: "apply/changed", path: "use.py" }]);
    expect(Object.fromEntries(w.files)).toEqual({ ...FILES, "use.py": changed });
  });

  test("a written file that does not parse rolls back (REQ-109-038)", async () => {
    const w = world();
    const apply: typeof w.ports.transaction.apply = async (_, verify) => {
      const reason = verify("m.py", new TextEncoder().encode("def (\n"));
      return reason === null ? { status: "applied" } : { status: "rolled_back", path: "m.py", reason };
    };
    const transaction = { ...w.ports.transaction, apply };
    const verdict = await run({ ...w, ports: { ...w.ports, transaction } });
    expect(verdict).toMatchObject({ status: "rolled_back", conflicts: [{ code: "apply/failed" }] });
  });
});

describe("answers of the server", () => {
  const WHOLE = [
    edit("m.py", 0, 4, 9),
    edit("m.py", 1, 11, 16),
    edit("use.py", 0, 14, 19),
    edit("use.py", 2, 0, 5),
  ];

  /** Answers the n-th rename with the n-th list, and then with the last one. */
  function answering(...answers: readonly (readonly ProposedEdit[])[]) {
    let asked = 0;
    return world({
      server: () => ({
        rename: async () => ({ ok: true, edits: answers[Math.min(asked++, answers.length - 1)] ?? [] }),
      }),
    });
  }

  // The last one of the four renames is the one back.
  test("a partial first answer is not believed (facts, P1)", async () => {
    const w = answering(WHOLE.slice(0, 1), WHOLE);
    expect((await run(w)).status).toBe("applied");
    expect(Object.fromEntries(w.files)).toEqual(RENAMED);
    expect(w.calls.filter((call) => call === "server.rename")).toHaveLength(4);
  });

  test("answers that never agree refuse (facts, P1)", async () => {
    let asked = 0;
    const rename: LanguageServer["rename"] = async () => ({
      ok: true,
      edits: WHOLE.slice(0, 1 + (asked++ % 2)),
    });
    const verdict = await run(world({ server: () => ({ rename }) }));
    expect(codes(verdict)).toContain("server/refused");
    expect(verdict.conflicts[0]?.message).toMatch(/differ/);
  });

  test("an answer that leaves out a reference refuses, even when it is repeated (REQ-109-011, 020, CARD-3)", async () => {
    const w = answering(WHOLE.slice(0, 2));
    const verdict = await run(w);
    expect(codes(verdict)).toEqual(["residue/unresolved"]);
    expect(verdict.changes).toEqual([]);
    expect(Object.fromEntries(w.files)).toEqual(FILES);
  });

  test("the same edits twice are one (facts, P5)", async () => {
    const w = answering([...WHOLE, ...WHOLE]);
    expect((await run(w)).status).toBe("applied");
    expect(Object.fromEntries(w.files)).toEqual(RENAMED);
  });

  test.each([
    ["a file that git ignores", edit("build/m.py", 0, 4, 9), "build/m.py is not in the file set"],
    ["a cell of a notebook", { ...edit("a.ipynb", 0, 0, 5), fragment: true }, "cells of a notebook"],
  ])("an edit for %s is dropped and told", async (_, more, notice) => {
    const w = answering([...WHOLE, more]);
    const verdict = await run(w);
    expect(verdict.status).toBe("applied");
    expect(verdict.notices.join()).toContain(notice);
    expect(Object.fromEntries(w.files)).toEqual(RENAMED);
  });

  test.each([
    ["of other text", edit("m.py", 1, 4, 9)],
    ["of part of the name", edit("m.py", 0, 4, 8)],
    ["behind the end of the line", edit("m.py", 1, 90, 95)],
    [
      "across lines",
      {
        ...edit("m.py", 0, 4, 9),
        range: { start: { line: 0, character: 4 }, end: { line: 1, character: 2 } },
      },
    ],
    ["with another text than the new name", edit("m.py", 0, 4, 9, "omega as alpha")],
    ["outside the repository", edit(null, 0, 4, 9)],
  ])("an edit %s refuses (REQ-109-014, 201)", async (_, wrong) => {
    const w = answering([...WHOLE.slice(1), wrong]);
    expect(codes(await run(w))).toContain("server/edit");
    expect(Object.fromEntries(w.files)).toEqual(FILES);
  });

  test("a place that cannot be renamed refuses (REQ-109-013)", async () => {
    const verdict = await run(world({ server: () => ({ prepareRename: async () => null }) }));
    expect(codes(verdict)).toContain("server/refused");
    expect(verdict.conflicts[0]).toMatchObject({ path: "m.py", line: 1, column: 5 });
  });

  test("a refusal of the server is passed on (WR-6)", async () => {
    const rename: LanguageServer["rename"] = async () => ({ ok: false, message: "not today" });
    const verdict = await run(world({ server: () => ({ rename }) }));
    expect(codes(verdict)).toContain("server/refused");
    expect(verdict.conflicts[0]?.message).toContain("not today");
  });

  test("fewer files than the engine sees refuse before any rename (facts, P1)", async () => {
    const w = world({ server: (usual) => ({ sourceFileCount: usual.sourceFileCount - 1 }) });
    expect(codes(await run(w))).toEqual(["preflight/file-count"]);
    expect(w.calls).not.toContain("server.rename");
  });

  test("a module that is another file refuses before any rename (REQ-109-009)", async () => {
    const definition: LanguageServer["definition"] = async () => [
      { ...edit(null, 0, 0, 0), absolutePath: "/usr/lib/m.py" },
    ];
    const w = world({ server: () => ({ definition }) });
    expect(codes(await run(w))).toEqual(["preflight/module"]);
    expect(w.calls).not.toContain("server.rename");
  });

  test("two entries that claim one place with different texts refuse (REQ-109-025)", async () => {
    const files = {
      "m.py": "def alpha(): ...\n",
      "n.py": "def alpha(): ...\n",
      "use.py": "from m import *\nfrom n import *\nalpha()\n",
    };
    let asked = 0;
    const w = world({
      files,
      server: () => ({
        rename: async (path, _, newName) => ({
          ok: true,
          edits: [edit(path, 0, 4, 9, newName), edit("use.py", 2, 0, 5, newName)],
        }),
        // What the server says of the use changes from one entry to the next.
        definition: async (path) => {
          const home = path === "use.py" ? ["m.py", "n.py"][asked++ % 2] : probed(w.calls);
          return [edit(home ?? null, 0, 4, 9)];
        },
      }),
    });
    const verdict = await run(w, entryOf("m", "alpha", "one") + entryOf("n", "alpha", "two"));
    expect(codes(verdict)).toContain("entry/overlap");
    expect(Object.fromEntries(w.files)).toEqual(files);
  });
});

/** The modules are probed one after the other. */
function probed(calls: readonly string[]): string {
  return calls.filter((call) => call === "server.openProbe").length === 1 ? "m.py" : "n.py";
}

function codes(verdict: Verdict): readonly string[] {
  return [...new Set(verdict.conflicts.map((c) => c.code))].sort();
}
