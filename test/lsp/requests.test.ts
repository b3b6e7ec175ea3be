import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ServerError } from "../../src/lsp/server-error.ts";
import { fakeRun } from "./session.ts";

const AT = { line: 0, character: 0 };
const RANGE = "{ start: { line: 1, character: 2 }, end: { line: 1, character: 5 } }";

describe("requests to the server", () => {
  it("frames messages by Content-Length in bytes, in pieces and several at once (REQ-109-001)", async () => {
    await using run = fakeRun(`
      on["textDocument/definition"] = (m) => {
        const body = JSON.stringify({ jsonrpc: "2.0", id: m.id, result: { uri: "file:///tmp/\\u00e4.py", range: ${RANGE} } });
        const bytes = Buffer.from("Content-Length: " + Buffer.byteLength(body) + "\\r\\n\\r\\n" + body);
        let at = 0;
        const timer = setInterval(() => {
          if (at >= bytes.length) return clearInterval(timer);
          raw(bytes.subarray(at, (at += 40)));
        }, 2);
      };
      on["textDocument/didOpen"] = (m) => note("text", m.params.textDocument.text);
    `);
    const server = await run.start();
    server.open("a.py", "x = 'ä 🐍'\n");
    const [found] = await server.definition("a.py", AT);
    expect(found?.absolutePath).toBe("/tmp/ä.py");
    expect(run.note("text")).toBe("x = 'ä 🐍'\n");
  });

  it("matches answers to requests by id, in any order (REQ-109-002)", async () => {
    await using run = fakeRun(`
      const asked = [];
      on["textDocument/definition"] = (m) => {
        asked.push(m);
        if (asked.length < 3) return;
        for (const q of asked.reverse()) {
          const line = q.params.position.line;
          const range = { start: { line, character: 0 }, end: { line, character: 1 } };
          reply(q, { uri: q.params.textDocument.uri, range });
        }
      };
    `);
    const server = await run.start();
    const answers = await Promise.all(
      [4, 5, 6].map((line) => server.definition("a.py", { line, character: 0 })),
    );
    expect(answers.map((locations) => locations[0]?.range.start.line)).toEqual([4, 5, 6]);
  });

  it("gives up on a request that is not answered in time, and takes the next one (REQ-109-002)", async () => {
    await using run = fakeRun(
      `on["textDocument/prepareRename"] = (m) => { if (m.params.position.line === 1) reply(m, ${RANGE}); };`,
      { requestTimeoutMs: 300 },
    );
    const server = await run.start();
    const late = server.prepareRename("a.py", AT);
    await expect(late).rejects.toThrow(ServerError);
    await expect(late).rejects.toThrow("did not answer textDocument/prepareRename within 0.3 s");
    expect(await server.prepareRename("a.py", { line: 1, character: 0 })).not.toBeNull();
  });

  it("takes an answer that comes after its limit for nothing (REQ-109-002)", async () => {
    await using run = fakeRun(
      `on["textDocument/prepareRename"] = (m) => { setTimeout(() => reply(m, ${RANGE}), 400); };`,
      { requestTimeoutMs: 200 },
    );
    const server = await run.start();
    await expect(server.prepareRename("a.py", AT)).rejects.toThrow("did not answer");
    await wait(400);
    await expect(server.prepareRename("a.py", AT)).rejects.toThrow("did not answer");
  });

  it("turns an error for an answer into a ServerError that keeps the cause (REQ-109-002)", async () => {
    await using run = fakeRun(`
      on["textDocument/rename"] = (m) => send({ id: m.id, error: { code: -32603, message: "stack size exceeded" } });
    `);
    const server = await run.start();
    const failed = server.rename("a.py", AT, "b");
    await expect(failed).rejects.toThrow("answered textDocument/rename with an error: stack size exceeded");
    await expect(failed).rejects.toHaveProperty("cause");
  });

  it("fails every pending and waiting request at once when the server dies (REQ-109-002, REQ-109-004)", async () => {
    await using run = fakeRun(`
      let asked = 0;
      on["textDocument/definition"] = () => {
        if (++asked < 3) return;
        process.stderr.write("heap out of memory\\n", () => process.exit(134));
      };
    `);
    const server = await run.start();
    const begun = Date.now();
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => server.definition("a.py", AT)));
    expect(answers.every((answer) => answer.status === "rejected")).toBe(true);
    const reasons = answers.map((answer) => (answer.status === "rejected" ? String(answer.reason) : ""));
    expect(new Set(reasons).size).toBe(1);
    expect(reasons[0]).toMatch(/ended \(exit code 134\).*\n.*\nheap out of memory/s);
    expect(Date.now() - begun).toBeLessThan(3_000);
    server.open("a.py", "");
    await expect(server.rename("a.py", AT, "b")).rejects.toThrow("exit code 134");
  });

  it("ends the session when the server does not speak LSP (REQ-109-001)", async () => {
    await using run = fakeRun(`
      on["textDocument/definition"] = () => raw("Traceback (most recent call last):\\r\\n\\r\\n");
      on["textDocument/rename"] = () => raw("Content-Length: 9\\r\\n\\r\\n{no json}");
    `);
    const server = await run.start();
    await expect(server.definition("a.py", AT)).rejects.toThrow("does not speak its protocol");
    await expect(server.rename("a.py", AT, "b")).rejects.toThrow("does not speak its protocol");
    await using other = fakeRun(
      `on["textDocument/rename"] = () => raw("Content-Length: 9\\r\\n\\r\\n{no json}");`,
    );
    const second = await other.start();
    await expect(second.rename("a.py", AT, "b")).rejects.toThrow("does not speak its protocol");
  });

  it("does not send more than it can wait for, and answers all (REQ-109-002)", async () => {
    await using run = fakeRun(
      `let now = 0, most = 0;
      on["textDocument/definition"] = (m) => {
        note("most", (most = Math.max(most, ++now)));
        setTimeout(() => { now--; reply(m, null); }, 50);
      };`,
      { requestTimeoutMs: 2_000 },
    );
    const server = await run.start();
    const answers = await Promise.all(Array.from({ length: 100 }, () => server.definition("a.py", AT)));
    expect(answers).toHaveLength(100);
    expect(Number(run.note("most"))).toBe(16);
  });
});
