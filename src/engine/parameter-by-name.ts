import type { Grammar } from "../python/grammar.ts";
import { argumentsByName } from "../python/arguments-by-name.ts";
import { passedWith } from "../python/passed-with.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { PassedName } from "./keyword-passing.ts";
import { mentionsValue } from "./mentions-value.ts";
import type { ParameterOwners } from "./parameter-owners.ts";
import type { Scan } from "./scan.ts";

export interface PlaceByName extends PassedName {
  /** The test runner passes the values that stand here. */
  readonly parametrized: boolean;
}

/** The places that pass the parameter, or read it, by a string of its name. */
export function parameterByName(
  target: ResolvedTarget,
  owners: ParameterOwners,
  { scan, grammar }: { readonly scan: Scan; readonly grammar: Grammar },
): readonly PlaceByName[] {
  const places: PlaceByName[] = [];
  for (const { path, scope } of target.homes) {
    const file = scan.files.get(path);
    const nameAt = scope.signature?.nameAt ?? null;
    if (file === undefined || nameAt === null) continue;
    places.push(...argumentsByName(grammar, file.text, nameAt, target.name).map((p) => ({ file, ...p })));
  }
  const mentions = mentionsValue(owners.valueNames);
  for (const file of scan.files.values()) {
    const strings = file.reading.tokens.filter(
      (t) =>
        t.name === target.name &&
        ((t.kind === "keyword" && t.call?.text === "dict") ||
          (t.kind === "string" && t.role !== "docstring" && isKey(t.start, t.end, t.whole, file.text))),
    );
    if (strings.length === 0) continue;
    const offsets = new Set(
      passedWith(
        grammar,
        file.text,
        strings.map((t) => t.start),
        mentions,
      ),
    );
    for (const { start, end } of strings) {
      if (offsets.has(start)) places.push({ file, start, end, detail: WITH_FUNCTION, parametrized: false });
    }
  }
  return places;
}

const WITH_FUNCTION = "it is handed over together with the function, which can get an argument by this name";

/** The whole of a string, or a placeholder in it. */
function isKey(start: number, end: number, whole: boolean, text: string): boolean {
  return whole || (/[<{:]$/.test(text.slice(start - 1, start)) && /^[>}:]/.test(text.slice(end, end + 1)));
}
