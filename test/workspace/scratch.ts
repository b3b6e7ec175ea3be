import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A temporary folder that is gone when the test is. */
export interface Scratch extends Disposable {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Writes a file below the folder and makes the folders above it; returns its absolute path. */
  write(path: string, content: string | Uint8Array, mode?: number): string;
  read(path: string): string;
  /** Runs git in the folder and returns what it prints. */
  git(...args: readonly string[]): string;
  /** Every file and link below the folder, without git's own: path to "mode content". */
  tree(): Readonly<Record<string, string>>;
}

export function scratch(): Scratch {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "rename-plan-test-")));
  return {
    path,
    write(name, content, mode) {
      const absolute = join(path, name);
      mkdirSync(dirname(absolute), { recursive: true });
      writeFileSync(absolute, content);
      if (mode !== undefined) chmodSync(absolute, mode);
      return absolute;
    },
    read: (name) => readFileSync(join(path, name), "utf8"),
    git: (...args) =>
      execFileSync("git", args, {
        cwd: path,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          PATH: process.env["PATH"],
          HOME: path,
          GIT_AUTHOR_NAME: "a",
          GIT_AUTHOR_EMAIL: "a@example.org",
          GIT_COMMITTER_NAME: "a",
          GIT_COMMITTER_EMAIL: "a@example.org",
        },
      }),
    tree: () => Object.fromEntries(entriesBelow(path, "")),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

function entriesBelow(root: string, folder: string): readonly (readonly [string, string])[] {
  return readdirSync(join(root, folder)).flatMap((name): readonly (readonly [string, string])[] => {
    const path = folder === "" ? name : `${folder}/${name}`;
    const stat = lstatSync(join(root, path));
    if (name === ".git") return [];
    if (stat.isDirectory()) return entriesBelow(root, path);
    if (stat.isSymbolicLink()) return [[path, `link ${readlinkSync(join(root, path))}`]];
    const content = readFileSync(join(root, path)).toString("latin1");
    return [[path, `${(stat.mode & 0o7777).toString(8)} ${content}`]];
  });
}
