import type { StringRole } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { LanguageServer } from "./ports.ts";
import type { Scan } from "./scan.ts";

/**
 * The server sees a quoted name outside an annotation, as in `cast("X", …)`, or between the brackets of one, only
 * once it has evaluated the file (facts, P12). Asking for the diagnostics of a file makes it do so.
 */
export async function evaluateQuotedNames(
  scan: Scan,
  targets: readonly ResolvedTarget[],
  server: LanguageServer,
): Promise<void> {
  const names = new Set(
    targets.filter((t) => t.kind === "class" || t.kind === "variable").map((t) => t.name),
  );
  for (const path of scan.candidates) {
    const file = scan.files.get(path);
    const quoted = file?.reading.tokens.some(
      (t) =>
        t.kind === "string" &&
        names.has(t.name) &&
        (QUOTED.has(t.role) || (t.role === "annotation" && inBrackets(file.text, t.start))) &&
        looksLikeType(file.text, t.start, t.end),
    );
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    if (quoted === true) await server.diagnostics(path);
  }
}

const QUOTED: ReadonlySet<StringRole> = new Set(["type_argument", "subscript"]);

/** Does the quoted text begin right behind a bracket or a comma, as in `Annotated["X", …]`? */
function inBrackets(text: string, start: number): boolean {
  return /[[,]\s*["'][^"'\n]*$/.test(text.slice(Math.max(0, start - 200), start));
}

/** Nothing but names, dots, brackets, commas, bars and quotes up to the quotes around. */
function looksLikeType(text: string, start: number, end: number): boolean {
  const before = /["'][\p{XID_Continue}.[\], |"']*$/u;
  const after = /^[\p{XID_Continue}.[\], |"']*?["']/u;
  return before.test(text.slice(Math.max(0, start - 200), start)) && after.test(text.slice(end, end + 200));
}
