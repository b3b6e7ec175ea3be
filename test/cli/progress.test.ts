import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { progressLine } from "../../src/cli/progress.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function recorder() {
  const chunks: string[] = [];
  return {
    chunks,
    output: { columns: 30, write: (chunk: string | Uint8Array) => chunks.push(String(chunk)) },
  };
}

describe("progress", () => {
  test("of less than a second is not shown", () => {
    const { chunks, output } = recorder();
    const line = progressLine(output, true);
    line.stage("Scanning 2 files");
    vi.advanceTimersByTime(900);
    line.stage("Asking");
    vi.advanceTimersByTime(900);
    line.end();
    vi.advanceTimersByTime(5000);
    expect(chunks).toEqual([]);
  });

  test("on a terminal is one line that changes and goes", () => {
    const { chunks, output } = recorder();
    const line = progressLine(output, true);
    line.stage("Scanning 2,788 files");
    vi.advanceTimersByTime(1100);
    line.stage("Asking the server about every symbol");
    line.end();
    expect(chunks).toEqual([
      "\r\x1b[KScanning 2,788 files …",
      "\r\x1b[KAsking the server about every",
      "\r\x1b[K",
    ]);
  });

  test("elsewhere is a line for each stage that lasts, escaped", () => {
    const { chunks, output } = recorder();
    const line = progressLine(output, false);
    line.stage("Scanning\x1b[2J");
    vi.advanceTimersByTime(1100);
    line.stage("Quick");
    vi.advanceTimersByTime(100);
    line.stage("Asking");
    vi.advanceTimersByTime(1100);
    line.end();
    expect(chunks).toEqual(["Scanning\\x1b[2J …\n", "Asking …\n"]);
  });
});
