import type { TreeChange } from "../../src/engine/ports.ts";
import { sha256 } from "../../src/workspace/sha256.ts";
import type { Scratch } from "./scratch.ts";

interface SampleFile {
  readonly path: string;
  readonly mode: number;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** Different modes, line ends and encodings; an empty file; a name that is as long as names can be. */
const SAMPLE: readonly SampleFile[] = [
  { path: "a.py", mode: 0o644, before: Buffer.from("old = 1\n"), after: Buffer.from("new = 1\n") },
  { path: "pkg/run", mode: 0o755, before: Buffer.from([0xe9, 13, 10]), after: Buffer.from([0xe8, 13, 10]) },
  { path: `pkg/${"n".repeat(252)}.py`, mode: 0o444, before: Buffer.from("old"), after: Buffer.from("") },
  { path: "z.py", mode: 0o600, before: Buffer.from(""), after: Buffer.from("\uFEFFnew") },
];

/** Replaces the contents of all files. */
export function sampleChange(): TreeChange {
  return { writes: sampleWrites(), moves: [] };
}

export function sampleWrites() {
  return SAMPLE.map(({ path, before, after }) => ({ path, preimage: sha256(before), content: after }));
}

/** Makes the files in a folder, and one beside them that no write names. */
export function writeSample(folder: Scratch): void {
  for (const { path, mode, before } of SAMPLE) folder.write(path, before, mode);
  folder.write("pkg/other.py", "other = 1\n", 0o640);
}

/** What `Scratch.tree` says of the sample, before or after all writes. */
export function sampleTree(state: "before" | "after"): Readonly<Record<string, string>> {
  const files = SAMPLE.map((file) => [
    file.path,
    `${file.mode.toString(8)} ${Buffer.from(file[state]).toString("latin1")}`,
  ]);
  return Object.fromEntries([...files, ["pkg/other.py", "640 other = 1\n"]]);
}
