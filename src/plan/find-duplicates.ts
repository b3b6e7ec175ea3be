import { plainPath } from "./path-fault.ts";
import type { EntryList } from "./plan-keys.ts";
import { valueOf, type PlanTable } from "./plan-table.ts";
import { quote } from "./quote.ts";

/** What an entry is about: two entries of one list with equal identities are duplicates. */
interface Subject {
  readonly shown: string;
  readonly identity: readonly unknown[];
}

/** Adds an `entry/duplicate` to every entry that is about the same thing as an earlier one, be they valid or not. */
export function findDuplicates(list: EntryList, entries: readonly PlanTable[]): void {
  const first = new Map<string, PlanTable>();
  for (const entry of entries) {
    const subject = SUBJECTS[list](entry);
    if (subject === null) continue;
    const key = JSON.stringify(subject.identity);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, entry);
    else addDuplicate(list, entry, earlier, subject.shown);
  }
}

const SUBJECTS: Readonly<Record<EntryList, (entry: PlanTable) => Subject | null>> = {
  symbols(entry) {
    const module = text(entry, "module");
    const name = text(entry, "name");
    return module && name ? { shown: quote(`${module}:${name}`), identity: [module, name] } : null;
  },
  modules(entry) {
    const old = text(entry, "old")?.replace(/\.__init__$/, "");
    return old ? { shown: quote(old), identity: [old] } : null;
  },
  strings(entry) {
    const old = text(entry, "old");
    const files = valueOf(entry, "files");
    const isList =
      files === undefined || (Array.isArray(files) && files.every((file) => typeof file === "string"));
    return old && isList ? { shown: quote(old), identity: [old, text(entry, "kind"), files] } : null;
  },
  decisions(entry) {
    const path = text(entry, "path");
    const line = valueOf(entry, "line");
    const symbol = valueOf(entry, "symbol");
    if (path && typeof line === "number") {
      const identity = [plainPath(path), line, valueOf(entry, "column"), symbol];
      return { shown: `line ${line} of ${quote(plainPath(path))}`, identity };
    }
    const [reason, paths] = [valueOf(entry, "reason"), valueOf(entry, "paths")];
    if (path !== null || (reason === undefined && paths === undefined)) return null;
    return { shown: "the same places", identity: ["many", reason, paths, symbol] };
  },
};

function text(entry: PlanTable, key: string): string | null {
  const value = valueOf(entry, key);
  return typeof value === "string" ? value : null;
}

function addDuplicate(list: EntryList, entry: PlanTable, earlier: PlanTable, subject: string): void {
  const { line } = earlier.places.placeOf(earlier.path);
  const both = `${list}[${entry.path[1]}] and ${list}[${earlier.path[1]}] (line ${line})`;
  entry.faults.add("entry/duplicate", entry.path, `${both} are both about ${subject}: keep one of them.`);
}
