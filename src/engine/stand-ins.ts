import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { PassedName } from "./keyword-passing.ts";
import type { ParameterOwners } from "./parameter-owners.ts";
import type { Scan } from "./scan.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * Parameters of the name in files that put something in the place of the function, as tests do: `monkeypatch.setattr(m,
 * "f", lambda old: 1)`, `patch("m.f", fake)`, `m.f = fake`. What takes its place is called with the same keywords.
 */
export function standIns(target: ResolvedTarget, owners: ParameterOwners, scan: Scan): readonly PassedName[] {
  if (!owners.byKeyword) return [];
  const homes = new Set(target.homes.map((h) => h.scope));
  return [...scan.files.values()]
    .filter((file) => replaces(file, owners))
    .flatMap((file) =>
      file.reading.tokens
        .filter(
          (t) =>
            t.kind === "name" && t.name === target.name && t.binding === "parameter" && !homes.has(t.scope),
        )
        .map(({ start, end }) => ({ file, start, end, detail: STAND_IN })),
    );
}

const STAND_IN = "a parameter of what may be put in the place of the function in this file";

function replaces({ reading, text }: SourceFile, { valueNames }: ParameterOwners): boolean {
  return reading.tokens.some((t) => {
    if (!valueNames.has(t.name)) return false;
    if (t.kind === "attribute") return t.store && t.selfClass === null;
    return (
      t.kind === "string" &&
      /\b(?:setattr|patch(?:\.object)?)\s*\([^()]*$/.test(text.slice(Math.max(0, t.start - 200), t.start))
    );
  });
}
