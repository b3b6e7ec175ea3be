import type { Reporter, TestModule } from "vitest/node";

/** Prints "N passed, N failed" as the last line, which a CI that counts tests can read. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      let inModule = 0;
      for (const test of module.children.allTests()) {
        inModule += 1;
        if (test.result().state === "passed") passed += 1;
        else failed += 1;
      }
      if (inModule === 0 || module.state() === "failed") failed += module.errors().length;
    }
    process.stdout.write(`${passed} passed, ${failed} failed\n`);
  }
}
