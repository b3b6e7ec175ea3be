import { closeSync, openSync, readSync } from "node:fs";
import { extname } from "node:path";
import type { FileKind } from "../model/file-set.ts";

/** Files above this many bytes are counted and never read. */
export const SIZE_LIMIT = 5 * 1024 * 1024;

/** git calls a file binary when a NUL byte is among its first 8,000 (git, xdiff-interface.c, `buffer_is_binary`). */
const HEAD_BYTES = 8000;

const PYTHON_SUFFIX = /\.py[iw]?$/;

const head = Buffer.alloc(HEAD_BYTES);

/** Decides by name and size, and reads the first bytes only where these do not tell. Throws what the disk throws. */
export function classifyFile(absolute: string, size: number, sizeLimit: number): FileKind {
  if (PYTHON_SUFFIX.test(absolute)) return size > sizeLimit ? "oversize" : "python";
  const bytes = readHead(absolute);
  if (!hasUtf16Mark(bytes) && bytes.includes(0)) return "binary";
  if (size > sizeLimit) return "oversize";
  return extname(absolute) === "" && isPythonShebang(bytes) ? "python" : "text";
}

/** UTF-32 starts like UTF-16 and goes on with a NUL character, which no text holds. */
function hasUtf16Mark(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes;
  return (a === 0xff && b === 0xfe && !(c === 0 && d === 0)) || (a === 0xfe && b === 0xff);
}

/**
 * True when the first line names Python as the interpreter: `#!/usr/bin/python3.11 -E`, `#!/usr/bin/env -S python3`,
 * `#!/usr/bin/env -S uv run --script`.
 */
function isPythonShebang(bytes: Buffer): boolean {
  const line = /^#!(.*)/.exec(bytes.toString("latin1"))?.[1];
  if (line === undefined) return false;
  const words = line
    .replace(/\s-S(?=\S)/, " ")
    .trim()
    .split(/\s+/);
  const [program = "", ...rest] = words.filter((word) => !/^-|=|(^|\/)env$/.test(word));
  if (/(^|\/)(python|pypy)[0-9.]*[a-z]?$/.test(program)) return true;
  return (
    /(^|\/)uv$/.test(program) &&
    rest[0] === "run" &&
    words.some((word) => word === "--script" || word === "-s")
  );
}

function readHead(absolute: string): Buffer {
  const file = openSync(absolute, "r");
  try {
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
