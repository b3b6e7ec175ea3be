import { calleesGiven } from "../python/callees-given.ts";
import { mayReadSignatures, signatureReaders } from "../python/signature-readers.ts";
import type { PassedName } from "./keyword-passing.ts";
import { mentionsValue } from "./mentions-value.ts";
import type { ParameterContext } from "./parameter-context.ts";
import type { ParameterOwners } from "./parameter-owners.ts";

/** Places of the repository that read the names of parameters from what gets, or decorates, the function. */
export async function readSignatures(
  owners: ParameterOwners,
  { session, grammar, python }: ParameterContext,
): Promise<readonly PassedName[]> {
  const places: (PassedName & { readonly within: readonly string[] })[] = [];
  for (const path of python) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const file = await session.load(path);
    if (file === null || !mayReadSignatures(file.text)) continue;
    for (const { at, within } of signatureReaders(grammar, file.text))
      places.push({ file, start: at, end: at, detail: READS, within });
  }
  if (places.length === 0) return [];
  const getting = new Set(owners.decorators);
  const mentions = mentionsValue(owners.valueNames);
  for (const path of python) {
    // oxlint-disable-next-line no-await-in-loop
    const file = await session.load(path);
    if (file === null || !mentions(file.text)) continue;
    for (const name of calleesGiven(grammar, file.text, mentions)) getting.add(name);
  }
  return places.filter(({ within }) => within.some((name) => getting.has(name)));
}

const READS =
  "the names of the function's parameters are read here, by what gets the function or decorates it";
