import type { Decision, EntryRef, ModuleTarget, StringTarget, SymbolTarget } from "../model/plan.ts";
import type { FaultList } from "./fault-list.ts";
import type { EntryList } from "./plan-keys.ts";
import { quote } from "./quote.ts";

export interface Entries {
  readonly symbols: readonly SymbolTarget[];
  readonly modules: readonly ModuleTarget[];
  readonly strings: readonly StringTarget[];
  readonly decisions: readonly Decision[];
}

/** Adds an `entry/duplicate` to every entry that is about the same thing as an earlier one of its list. */
export function findDuplicates(entries: Entries, faults: FaultList): void {
  find(faults, "symbols", entries.symbols, ({ module, name }) => ({
    subject: quote(`${module}:${name}`),
    identity: [module, name],
  }));
  find(faults, "modules", entries.modules, ({ old }) => ({ subject: quote(old), identity: [old] }));
  find(faults, "strings", entries.strings, ({ old, kind, files }) => ({
    subject: quote(old),
    identity: [old, kind, ...files],
  }));
  find(faults, "decisions", entries.decisions, ({ path, at }) => ({
    subject: `line ${at} of ${quote(path)}`,
    identity: [path, String(at)],
  }));
}

interface Subject {
  readonly subject: string;
  readonly identity: readonly string[];
}

function find<Entry extends EntryRef>(
  faults: FaultList,
  list: EntryList,
  entries: readonly Entry[],
  about: (entry: Entry) => Subject,
): void {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const { subject, identity } = about(entry);
    const key = JSON.stringify(identity);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, entry);
      continue;
    }
    const index = Number(entry.entry.slice(list.length + 1, -1));
    const both = `${entry.entry} and ${earlier.entry} (line ${earlier.line}) are both about ${subject}`;
    faults.add("entry/duplicate", [list, index], `${both}: keep one of them.`);
  }
}
