/** A dotted name of a module before and after. */
export interface Renamed {
  readonly old: string;
  readonly new: string;
  /** The name from another import root than the entry's: it means the module only where the server says so. */
  readonly isOtherName?: boolean;
  /** The name holds in files of this folder alone, which are run as scripts. */
  readonly onlyIn?: string;
}

/** What the entries of a plan make of dotted names of modules. All of them name the tree before the plan. */
export interface ModuleMap {
  /** The dotted name afterwards, of a module or of anything in a package that moves; the same for all others. */
  renamed(dotted: string): string;
  /** The entry that moves the module; null for a module that stays. The longest path wins. */
  entryOf(dotted: string): Renamed | null;
}

export function moduleMap(targets: readonly Renamed[]): ModuleMap {
  const longestFirst = [...targets].sort((a, b) => b.old.length - a.old.length);
  const entryOf = (dotted: string) =>
    longestFirst.find(({ old }) => dotted === old || dotted.startsWith(`${old}.`)) ?? null;
  return {
    entryOf,
    renamed(dotted) {
      const entry = entryOf(dotted);
      return entry === null ? dotted : entry.new + dotted.slice(entry.old.length);
    },
  };
}

/** The package that a module is in; "" at the top. */
export function parentOf(dotted: string): string {
  const dot = dotted.lastIndexOf(".");
  return dot === -1 ? "" : dotted.slice(0, dot);
}

export function lastOf(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf(".") + 1);
}
