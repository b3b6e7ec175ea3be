import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { PassedName } from "./keyword-passing.ts";
import { replacements } from "../python/replacements.ts";
import { functionNamed } from "./function-named.ts";
import type { ParameterContext } from "./parameter-context.ts";
import type { ParameterOwners } from "./parameter-owners.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * Parameters of the name in files that put something in the place of the function, as tests do: `monkeypatch.setattr(m,
 * "f", lambda old: 1)`, `patch("m.f", fake)`, `m.f = fake`. What takes its place is called with the same keywords.
 */
export async function standIns(
  target: ResolvedTarget,
  owners: ParameterOwners,
  context: ParameterContext,
): Promise<readonly PassedName[]> {
  if (!owners.byKeyword) return [];
  const { scan } = context;
  const homes = new Set(target.homes.map((h) => h.scope));
  const replacing = [...scan.files.values()].filter((file) => replaces(file, owners));
  const elsewhere: PassedName[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
  for (const file of replacing) elsewhere.push(...(await imported(file, target, owners, context)));
  const beside = replacing.flatMap((file) =>
    file.reading.tokens
      .filter(
        (t) =>
          t.kind === "name" && t.name === target.name && t.binding === "parameter" && !homes.has(t.scope),
      )
      .map(({ start, end }) => ({ file, start, end, detail: STAND_IN })),
  );
  return [...beside, ...elsewhere];
}

/** Functions of other files that are put in its place. */
async function imported(
  file: SourceFile,
  { name }: ResolvedTarget,
  owners: ParameterOwners,
  { session, grammar }: ParameterContext,
): Promise<readonly PassedName[]> {
  const places: PassedName[] = [];
  for (const at of replacements(grammar, file.text)) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    for (const location of await session.definition(file.path, at)) {
      if (location.path === null || location.path === file.path || owners.ownerAt(location) !== null)
        continue;
      // oxlint-disable-next-line no-await-in-loop
      const scope = await functionNamed(location, session, grammar, name);
      // oxlint-disable-next-line no-await-in-loop
      const other = await session.load(location.path);
      if (other === null || scope?.signature?.keywords.has(name) !== true) continue;
      const start = other.lines.offsetAt(location.range.start);
      places.push({ file: other, start, end: start, detail: ELSEWHERE });
    }
  }
  return places;
}

const ELSEWHERE =
  "a function with a parameter of the name, which is put in the place of the function elsewhere";

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
