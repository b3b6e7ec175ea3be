import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder of its own for one test, links resolved; gone at the end of a `using` block. */
export interface TemporaryFolder extends Disposable {
  readonly path: string;
  /** Writes files by relative path. */
  write(files: Readonly<Record<string, string>>): void;
}

export function temporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "test-")));
  return {
    path,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
    },
    [Symbol.dispose]() {
      rmSync(path, { recursive: true, force: true });
    },
  };
}
