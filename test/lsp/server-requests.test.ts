import { describe, expect, it } from "vitest";
import { answerServerRequest } from "../../src/lsp/answer-server-request.ts";
import { fakeRun } from "./session.ts";

const AT = { line: 0, character: 0 };

describe("requests of the server", () => {
  it("answers every server request, known or not (REQ-109-003)", async () => {
    await using run = fakeRun(`
      const questions = [
        ["workspace/configuration", { items: [{ section: "python" }, { section: "basedpyright" }, { section: "other" }, {}] }],
        ["client/registerCapability", { registrations: [{ id: "1", method: "workspace/didChangeWatchedFiles" }] }],
        ["window/workDoneProgress/create", { token: "t" }],
        ["workspace/inlayHint/refresh", undefined],
        ["window/showMessageRequest", { type: 1, message: "Really?", actions: [{ title: "Yes" }] }],
        ["workspace/applyEdit", { edit: {} }],
        ["basedpyright/unheardOf", [1, 2]],
      ];
      on["textDocument/prepareRename"] = (m) => {
        questions.forEach(([method, params], i) => send({ id: "q" + i, method, params }));
        on.answer = (a) => {
          answers.push(a);
          if (answers.length < questions.length) return;
          note("answers", JSON.stringify(answers.sort((x, y) => (x.id < y.id ? -1 : 1))));
          reply(m, null);
        };
      };
    `);
    const server = await run.start();
    expect(await server.prepareRename("a.py", AT)).toBeNull();
    const answers: unknown = JSON.parse(run.note("answers"));
    const configuration = [
      { pythonPath: expect.stringMatching(/nothing-$/) },
      { analysis: { diagnosticMode: "openFilesOnly", autoSearchPaths: false, logLevel: "Information" } },
      null,
      null,
    ];
    const results = [configuration, null, null, null, null, null, null];
    expect(answers).toEqual(results.map((result, i) => ({ jsonrpc: "2.0", id: `q${i}`, result })));
  });

  it("survives odd parameters of a configuration request (REQ-109-003)", () => {
    for (const params of [null, undefined, [], {}, { items: 1 }, "x"]) {
      expect(answerServerRequest("workspace/configuration", params, {})).toBeNull();
    }
    expect(answerServerRequest("workspace/configuration", { items: [null, 3] }, {})).toEqual([null, null]);
  });

  it("makes the message box the reason of a refused rename", async () => {
    await using run = fakeRun(`
      on["textDocument/rename"] = (m) => {
        const method = m.params.newName === "asked" ? "window/showMessageRequest" : "window/showMessage";
        if (m.params.newName !== "silent") send({ id: method.endsWith("Request") ? 9 : undefined, method, params: { type: 2, message: "no " + m.params.newName } });
        reply(m, m.params.newName === "silent" ? null : { documentChanges: [] });
      };
    `);
    const server = await run.start();
    const [asked, told, silent] = await Promise.all([
      server.rename("a.py", AT, "asked"),
      server.rename("a.py", AT, "told"),
      server.rename("a.py", AT, "silent"),
    ]);
    expect(asked).toEqual({ ok: false, message: "no asked" });
    expect(told).toEqual({ ok: false, message: "no told" });
    expect(silent).toEqual({ ok: false, message: expect.stringContaining("gave no reason") });
  });

  it("waits for published diagnostics when the server offers no others", async () => {
    await using run = fakeRun(`
      on.initialize = (m) => reply(m, { capabilities: {} });
      on["textDocument/didOpen"] = (m) => setTimeout(() => send({
        method: "textDocument/publishDiagnostics",
        params: {
          uri: m.params.textDocument.uri.replace("[", "%5B"),
          diagnostics: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, message: "bad", code: 7 }],
        },
      }), 50);
    `);
    const server = await run.start();
    server.open("a[1].py", "x");
    expect(await server.diagnostics("a[1].py")).toEqual([
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
        severity: "error",
        message: "bad",
        rule: null,
      },
    ]);
  });
});
