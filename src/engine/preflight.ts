import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileEntry } from "../model/file-set.ts";
import type { ImportSource } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { probeModule } from "./probe.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";

/**
 * Before any rename is asked for: the server sees as many files as the engine, finds each module in the file that the
 * engine means, and can follow every import that looks like one of the module.
 */
export async function preflight(
  targets: readonly ResolvedTarget[],
  scan: Scan,
  session: Session,
  files: readonly FileEntry[],
): Promise<readonly Conflict[]> {
  const { server } = session;
  const conflicts: Conflict[] = [];
  const expected = files.filter((f) => f.kind === "python").length;
  if (server.sourceFileCount < expected) {
    const message =
      `The language server found ${server.sourceFileCount} source files and the engine ${expected}: a rename could miss ` +
      "the others. Run it again; if it stays so, please report it.";
    conflicts.push(conflict("preflight/file-count", "", message));
  }
  for (const target of targets) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    conflicts.push(...(await checkModule(target, session)));
    // oxlint-disable-next-line no-await-in-loop
    conflicts.push(...(await checkImports(target, scan, session)));
  }
  return conflicts;
}

async function checkModule(target: ResolvedTarget, session: Session): Promise<readonly Conflict[]> {
  const { module, entry } = target.target;
  const locations = await probeModule(session.server, module);
  const own = new Set(target.homes.map((h) => h.path));
  const path = target.homes[0]?.path ?? "";
  if (locations.some((l) => l.path !== null && sameModule(l.path, own))) return [];
  const found = locations.length === 0 ? "not at all" : `in ${locations[0]?.path ?? "a file outside the repository"}`;
  const message =
    `The engine finds ${module} in ${path}, the language server finds it ${found}. ` +
    "Say which import roots count with source_roots in the plan.";
  return [conflict("preflight/module", entry, message, { path })];
}

/** The server goes to the stub or to the source of a module, as it likes. */
function sameModule(path: string, own: ReadonlySet<string>): boolean {
  const stem = path.replace(/\.pyi?$/, "");
  return [...own].some((p) => p.replace(/\.pyi?$/, "") === stem);
}

/** An import whose path ends like the module, and that the server cannot follow, would be left behind. */
async function checkImports(target: ResolvedTarget, scan: Scan, session: Session): Promise<readonly Conflict[]> {
  const { module, entry } = target.target;
  const unresolved: { path: string; line: number; column: number; text: string }[] = [];
  for (const file of scan.files.values()) {
    const sources = new Set<ImportSource>();
    for (const token of file.reading.tokens) {
      if (token.kind !== "name" && token.kind !== "import_source") continue;
      const { source } = token;
      if (source !== null && source.at !== null && source.dots === 0 && source.path === module) sources.add(source);
    }
    for (const { at } of sources) {
      if (at === null) continue;
      // oxlint-disable-next-line no-await-in-loop
      if ((await session.definition(file.path, at)).length > 0) continue;
      const { line, character } = file.lines.positionAt(at);
      unresolved.push({ path: file.path, line: line + 1, column: character + 1, text: file.lines.lineText(line) });
    }
  }
  return unresolved.map((place) =>
    conflict(
      "preflight/unresolved-import",
      entry,
      `The language server cannot follow this import of ${module}, so its uses would be left behind. ` +
        "Add the folder that it is imported from to source_roots in the plan.",
      place,
    ),
  );
}
