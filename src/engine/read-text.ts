import { lineIndex } from "../model/line-index.ts";
import type { Workspace } from "./ports.ts";
import type { TextFile } from "./source-file.ts";

/** A file of the file set as text; null when it cannot be decoded. Rejects when it cannot be read. */
export async function readText(
  path: string,
  isPython: boolean,
  workspace: Workspace,
): Promise<TextFile | null> {
  const bytes = await workspace.read(path);
  const decoded = isPython ? workspace.decodePython(bytes) : workspace.decodeText(bytes);
  if (!decoded.ok) return null;
  const { text, encoding, bom } = decoded;
  return { path, text, lines: lineIndex(text), encoding, bom, sha256: workspace.sha256(bytes) };
}
