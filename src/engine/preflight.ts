import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { FileEntry } from "../model/file-set.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { probeModule } from "./probe.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

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
  const found =
    locations.length === 0 ? "not at all" : `in ${locations[0]?.path ?? "a file outside the repository"}`;
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

/**
 * An import that leaves out the first parts of the module's path works where its folder is an import root at run time.
 * If the server cannot follow it, that root is missing here, and the uses would be left behind. (Imports by the whole
 * path need no check: the module itself was found by it.)
 */
async function checkImports(
  target: ResolvedTarget,
  scan: Scan,
  session: Session,
): Promise<readonly Conflict[]> {
  const { module, entry } = target.target;
  const conflicts: Conflict[] = [];
  for (const file of scan.files.values()) {
    for (const { at, path } of shortenedImports(file, module)) {
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      if ((await session.definition(file.path, at)).length > 0) continue;
      const { line, character } = file.lines.positionAt(at);
      const parents = module.slice(0, module.length - path.length - 1).replaceAll(".", "/");
      const root = folderOfModule(target, path);
      const message =
        `The language server cannot follow the import of ${path}, which is ${module} when ${parents} is an import root. ` +
        `Add source_roots = [${JSON.stringify(root)}] to the plan, with the roots that you use besides.`;
      conflicts.push(
        conflict("preflight/unresolved-import", entry, message, {
          path: file.path,
          line: line + 1,
          column: character + 1,
        }),
      );
    }
  }
  return conflicts;
}

function shortenedImports(
  file: SourceFile,
  module: string,
): readonly { readonly at: number; readonly path: string }[] {
  const found = new Map<number, string>();
  for (const token of file.reading.tokens) {
    if (token.kind !== "name" && token.kind !== "import_source") continue;
    const { source } = token;
    if (source === null || source.at === null || source.dots > 0) continue;
    if (module.endsWith(`.${source.path}`)) found.set(source.at, source.path);
  }
  return [...found].map(([at, path]) => ({ at, path }));
}

/** The folder that holds what an import path starts with. */
function folderOfModule(target: ResolvedTarget, path: string): string {
  const stem = (target.homes[0]?.path ?? "").replace(/(\/__init__)?\.pyi?$/, "");
  return stem.slice(0, Math.max(0, stem.length - path.length - 1)) || ".";
}
