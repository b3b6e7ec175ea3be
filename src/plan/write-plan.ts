import { stringify } from "smol-toml";
import type { Decision, Plan } from "../model/plan.ts";
import type { Suggestion } from "../model/residue-item.ts";

/** Entries to paste behind those of a plan, in TOML, each once; "" where there are none. */
export function writeSuggestions(suggestions: readonly Suggestion[]): string {
  return entriesOf([], [], suggestions);
}

/** A plan in TOML, with suggested entries behind its own. What is as it is by default is left out. */
export function writePlan(plan: Plan, suggestions: readonly Suggestion[]): string {
  const { repoRoot, sourceRoots, keepPatterns, strictStrings, requireDecisions } = plan;
  const head = stringify({
    version: 1,
    ...(repoRoot === null ? {} : { repo_root: repoRoot }),
    ...(sourceRoots === null ? {} : { source_roots: sourceRoots }),
    ...(keepPatterns.length === 0 ? {} : { keep_patterns: keepPatterns }),
    ...(strictStrings ? { strict_strings: true } : {}),
    ...(requireDecisions ? { require_decisions: true } : {}),
  });
  const symbols = plan.symbols.map(({ module, name, newName, kind, unknownReceivers, keepExports }) => ({
    module,
    name,
    new_name: newName,
    ...(kind === "auto" ? {} : { kind }),
    ...(unknownReceivers === "refuse" ? {} : { unknown_receivers: unknownReceivers }),
    ...(keepExports ? { keep_exports: true } : {}),
  }));
  const modules = plan.modules.map(({ old, new: to, becomes }) => ({
    old: becomes === "module" ? `${old}.__init__` : old,
    new: becomes === "package" ? `${to}.__init__` : to,
  }));
  const entries = [
    ...(symbols.length === 0 ? [] : [stringify({ symbols })]),
    ...(modules.length === 0 ? [] : [stringify({ modules })]),
    entriesOf(plan.strings.map(stringEntry), plan.decisions.map(decisionEntry), suggestions),
  ].filter((text) => text !== "");
  return [head, ...entries].join("\n");
}

function entriesOf(
  strings: readonly object[],
  decisions: readonly object[],
  suggestions: readonly Suggestion[],
): string {
  const suggested = (list: Suggestion["list"]) =>
    suggestions.filter((s) => s.list === list).map((s) => s.entry);
  const texts = unique([...strings, ...suggested("strings")]);
  const decided = unique([...decisions, ...suggested("decisions")]);
  return [
    ...(texts.length === 0 ? [] : [stringify({ strings: texts })]),
    ...(decided.length === 0 ? [] : [stringify({ decisions: decided })]),
  ].join("\n");
}

function stringEntry({ old, new: to, kind, files }: Plan["strings"][number]): object {
  return { old, new: to, kind, ...(files.length === 0 ? {} : { files }) };
}

function decisionEntry({ place, reason, paths, symbol, action }: Decision): object {
  const about =
    place === null
      ? { ...(reason === null ? {} : { reason }), ...(paths.length === 0 ? {} : { paths }) }
      : {
          path: place.path,
          line: place.line,
          ...(place.column === null ? {} : { column: place.column }),
          text: place.text,
        };
  return { ...about, ...(symbol === null ? {} : { symbol }), action };
}

function unique(entries: readonly object[]): readonly object[] {
  return [...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values()];
}
