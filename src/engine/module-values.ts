import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath, canMean } from "../python/module-path.ts";
import type { ImportedName, ModuleUses } from "../python/module-uses.ts";
import { moduleUses } from "../python/module-uses.ts";
import type { DottedName } from "../python/token.ts";
import type { Session } from "./session.ts";

/** What the sources say of modules as values: passed on, kept in a variable or a container, or got by name. */
export interface ModuleValues {
  /**
   * What could be one of the modules (paths) where nothing else is known of it; null when every object of unknown type
   * could be one. What gets modules by name, in whatever file, counts or not.
   */
  candidates(
    modules: ReadonlySet<string>,
    counting?: "all" | "by what is passed on",
  ): Promise<MayBeModule | null>;
}

/** What is written starts at an import that could be of a module, or has a name that one of the modules goes by. */
export type MayBeModule = (path: string, written: DottedName) => boolean;

interface FileUses extends ModuleUses {
  readonly path: string;
}

/** How many aliases of modules are followed from one to the next. */
const MOST_HOPS = 8;

/** Reads each Python file once, when it is first asked. `paths` are all Python files of the repository. */
export function moduleValues(
  paths: readonly string[],
  session: Session,
  tree: ModuleTree,
  grammar: Grammar,
): ModuleValues {
  let reading: Promise<readonly FileUses[]> | null = null;
  const all = () => (reading ??= readAll(paths, session, grammar));

  const known = new Map<string, Promise<MayBeModule | null>>();
  const find: ModuleValues["candidates"] = async (modules, counting) => {
    if (tree.hasLinks) return null;
    const read = await all();
    const files = counting === "all" ? read : read.map((file) => ({ ...file, dynamic: false }));
    return escape(modules, files, tree) ? null : mayBe(modules, files, tree);
  };

  return {
    candidates(modules, counting = "all") {
      const key = [counting, ...[...modules].sort()].join("\n");
      const found = known.get(key) ?? find(modules, counting);
      known.set(key, found);
      return found;
    },
  };
}

/** One of the modules is used as a value, or is got in a way that cannot be followed. */
function escape(modules: ReadonlySet<string>, files: readonly FileUses[], tree: ModuleTree): boolean {
  const holders = holdersOf(modules, files, tree);
  const moduleAt = finder(files, holders, tree);
  const has = (name: string | null) => name !== null && canMean(name, modules, tree);
  return files.some((file) => {
    const absolute = ({ imports }: ImportedName) => moduleAt(absolutePath(imports, file.path, tree));
    return (
      file.dynamic ||
      [...file.mentioned].some((name) => has(moduleAt(name))) ||
      file.starImports.some((source) => moduleAt(absolutePath(source, file.path, tree)) !== null) ||
      file.imported.some((b) => b.scope.kind === "class" && absolute(b) !== null) ||
      file.uses.some((use) =>
        use.bindings.some((b) => {
          const end = walk(absolute(b), use.attributes, moduleAt);
          if (end === null) return false;
          return use.lookedUp === null || moduleAt(`${end}.${use.lookedUp}`) !== null;
        }),
      )
    );
  });
}

function mayBe(modules: ReadonlySet<string>, files: readonly FileUses[], tree: ModuleTree): MayBeModule {
  const names = namesOf(modules, files, tree);
  const byPath = new Map(files.map((f) => [f.path, f]));
  return (path, written) => {
    const [, ...rest] = written.text.split(".");
    if (names.has(written.text.slice(written.text.lastIndexOf(".") + 1))) return true;
    const use = byPath.get(path)?.uses.find((u) => u.start === written.start);
    return (use?.bindings ?? []).some(({ imports }) => {
      const dotted = [absolutePath(imports, path, tree), ...rest].join(".");
      return rest.length === 0 || tree.filesOf(dotted).length > 0;
    });
  };
}

const UNREADABLE: ModuleUses = {
  imported: [],
  uses: [],
  starImports: [],
  mentioned: new Set(),
  dynamic: true,
};

async function readAll(
  paths: readonly string[],
  session: Session,
  grammar: Grammar,
): Promise<readonly FileUses[]> {
  const files: FileUses[] = [];
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one text at a time in memory
    const file = await session.load(path);
    files.push({ path, ...(file === null ? UNREADABLE : moduleUses(grammar, file.text)) });
  }
  return files;
}

/** What the modules go by: the last parts of their paths, and the names that imports give them. */
function namesOf(
  modules: ReadonlySet<string>,
  files: readonly FileUses[],
  tree: ModuleTree,
): ReadonlySet<string> {
  const names = new Set([...modules].map((path) => tree.moduleOf(path).split(".").at(-1) ?? ""));
  const moduleAt = finder(files, modules, tree);
  for (const { path, imported } of files) {
    for (const { name, imports } of imported) {
      const dotted = moduleAt(absolutePath(imports, path, tree));
      if (dotted !== null && canMean(dotted, modules, tree)) names.add(name);
    }
  }
  return names;
}

/** The modules, and every module from which one of them can be reached by attributes: importers, by their paths. */
function holdersOf(
  modules: ReadonlySet<string>,
  files: readonly FileUses[],
  tree: ModuleTree,
): ReadonlySet<string> {
  const holders = new Set(modules);
  for (let before = 0; before < holders.size;) {
    before = holders.size;
    const moduleAt = finder(files, holders, tree);
    for (const { path, imported } of files) {
      if (holders.has(path)) continue;
      const holds = imported.some(
        (b) => b.scope.kind === "module" && moduleAt(absolutePath(b.imports, path, tree)) !== null,
      );
      if (holds) holders.add(path);
    }
  }
  return holders;
}

/** Gives a dotted name its plain form, aliases followed, when it means one of the holders or a package around one. */
function finder(files: readonly FileUses[], holders: ReadonlySet<string>, tree: ModuleTree) {
  const known = new Map<string, string | null>();
  const byPath = new Map(files.map((f) => [f.path, f]));
  const find = (dotted: string, hops: number): string | null => {
    const found = known.get(dotted);
    if (found !== undefined) return found;
    const folder = `/${dotted.replaceAll(".", "/")}/`;
    if (canMean(dotted, holders, tree) || [...holders].some((path) => `/${path}`.includes(folder))) {
      known.set(dotted, dotted);
      return dotted;
    }
    const dot = dotted.lastIndexOf(".");
    const parent = dot === -1 || hops === 0 ? null : find(dotted.slice(0, dot), hops - 1);
    let result: string | null = null;
    for (const { path } of parent === null ? [] : tree.filesOf(parent)) {
      for (const b of byPath.get(path)?.imported ?? []) {
        if (b.name === dotted.slice(dot + 1)) result ??= find(absolutePath(b.imports, path, tree), hops - 1);
      }
    }
    known.set(dotted, result);
    return result;
  };
  return (dotted: string): string | null => find(dotted, MOST_HOPS);
}

/** The module that is left when all attributes are read; null when they lead out of the modules. */
function walk(
  module: string | null,
  attributes: readonly string[],
  moduleAt: (dotted: string) => string | null,
): string | null {
  let at = module;
  for (const attribute of attributes) {
    if (at === null) return null;
    // The name space of a module is all of it.
    at = attribute === "__dict__" ? at : moduleAt(`${at}.${attribute}`);
  }
  return at;
}
