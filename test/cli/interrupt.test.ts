import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { interrupt } from "../../src/cli/interrupt.ts";
import type { Interrupt } from "../../src/cli/interrupt.ts";
import type { ApplyResult, LanguageServer, Transaction } from "../../src/engine/ports.ts";

const REQUEST = { root: "/", files: [], sourceRoots: [], stubPath: null, rules: [] };

let exits: number[] = [];
let guard: Interrupt;
beforeEach(() => {
  exits = [];
  guard = interrupt((code) => exits.push(code));
});
afterEach(() => guard.release());

const unused = (): never => {
  throw new Error("not asked for");
};

/** A server of which only the end matters. */
function server(stop: () => Promise<void>): LanguageServer {
  return {
    name: "",
    version: "",
    sourceFileCount: 0,
    open: unused,
    change: unused,
    openProbe: unused,
    diagnostics: unused,
    prepareRename: unused,
    rename: unused,
    definition: unused,
    typeDefinition: unused,
    hover: unused,
    libraryMembers: unused,
    implementation: unused,
    references: unused,
    stop,
  };
}

function transaction(apply: () => Promise<ApplyResult>): Transaction {
  return { recover: async () => null, apply };
}

describe("an interrupted run", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s stops the servers, then ends with %i", async (signal, code) => {
    const stopped = Promise.withResolvers<void>();
    await guard.guardServers({ start: async () => server(() => stopped.promise) }).start(REQUEST);
    process.emit(signal, signal);
    await setImmediate();
    expect(exits).toEqual([]);
    stopped.resolve();
    await setImmediate();
    expect(exits).toEqual([code]);
    expect(guard.exitCode()).toBe(code);
  });

  test("a second signal does not wait for a server that hangs", async () => {
    await guard.guardServers({ start: async () => server(() => new Promise(() => {})) }).start(REQUEST);
    process.emit("SIGINT", "SIGINT");
    process.emit("SIGINT", "SIGINT");
    expect(exits).toEqual([130]);
  });

  test("while files are written the process lives until the transaction is done (REQ-109-037)", async () => {
    const written = Promise.withResolvers<ApplyResult>();
    const applying = guard
      .guardTransaction(transaction(() => written.promise))
      .apply({ writes: [], moves: [] }, () => null);
    process.emit("SIGINT", "SIGINT");
    process.emit("SIGINT", "SIGINT");
    await setImmediate();
    expect(exits).toEqual([]);
    written.resolve({ status: "rolled_back", path: "a.py", reason: "interrupted" });
    expect(await applying).toMatchObject({ status: "rolled_back" });
    expect(guard.exitCode()).toBe(130);
  });

  test("nothing is written once a signal came (REQ-109-037)", async () => {
    let isStarted = false;
    const guarded = guard.guardTransaction(
      transaction(async () => {
        isStarted = true;
        return { status: "applied" };
      }),
    );
    process.emit("SIGINT", "SIGINT");
    void guarded.apply({ writes: [], moves: [] }, () => null);
    await setImmediate();
    expect(isStarted).toBe(false);
  });

  test("afterwards signals are as they were", () => {
    const before = process.listenerCount("SIGINT");
    guard.release();
    expect(process.listenerCount("SIGINT")).toBe(before - 1);
  });
});
