import type { BareRepository } from "./bare-repository.ts";

/** Writes a blob and returns its SHA. */
export function writeBlob(repository: BareRepository, content: string | Uint8Array): string {
  return repository.git(["hash-object", "-w", "--stdin"], { input: content }).trim();
}
