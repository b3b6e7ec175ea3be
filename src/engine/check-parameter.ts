import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { baseOf } from "../python/module-path.ts";
import { isFixture } from "../residue/fixtures.ts";
import type { Home, ResolvedTarget } from "../residue/resolved-target.ts";
import type { PlaceByName } from "./parameter-by-name.ts";
import type { ParameterOwners } from "./parameter-owners.ts";
import { placeAt } from "./place-at.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";

export interface CheckContext {
  readonly scan: Scan;
  readonly session: Session;
}

/** What stands in the way of a new name besides scopes: fixtures, keywords that go into `**kwargs`, other places. */
export async function checkParameter(
  target: ResolvedTarget,
  owners: ParameterOwners,
  byName: readonly PlaceByName[],
  context: CheckContext,
): Promise<readonly Conflict[]> {
  return [
    ...asksForFixture(target, byName, context.scan),
    ...otherPlace(target, owners, context.scan),
    ...(await takenKeywords(target, owners, context)),
  ];
}

/** pytest gives a test, or a fixture, what bears the name of its parameter. */
function asksForFixture(
  target: ResolvedTarget,
  byName: readonly PlaceByName[],
  scan: Scan,
): readonly Conflict[] {
  return target.homes.flatMap((home) => {
    if (byName.some((p) => p.file.path === home.path && (p.parametrized || p.end > p.start))) return [];
    const file = scan.files.get(home.path);
    const token = home.declarations.find((t) => t.kind === "name" && t.binding === "parameter");
    if (file === undefined || token === undefined || !isCollected(home, target.name, scan)) return [];
    const message =
      `pytest passes the fixture ${target.name} to ${home.scope.name} by the name of this parameter, and would look for a fixture ` +
      `${target.newName}. Rename the fixture instead, where it is yours.`;
    return [conflict("name/reserved", target.target.entry, message, placeAt(file, token.start))];
  });
}

function isCollected({ path, scope }: Home, name: string, scan: Scan): boolean {
  const { signature } = scope;
  if (signature === null || signature.optional.has(name) || !signature.keywords.has(name)) return false;
  if (signature.bindsSelf && signature.parameters[0] === name) return false;
  const inTests = /^test_.*\.py$|_test\.py$|^conftest\.py$/.test(baseOf(path));
  if (isFixture(signature.decorators)) return true;
  if (!inTests || !/^test|^pytest_/.test(scope.name)) return false;
  // A mock is passed by place, and so is no fixture, unless there is one of the name.
  const patched = signature.decorators.some((d) => /^(?:\w+\.)*patch\b/.test(d));
  return !patched || hasFixture(name, scan);
}

function hasFixture(name: string, scan: Scan): boolean {
  return [...scan.files.values()].some((file) =>
    file.reading.tokens.some((t) => t.kind === "name" && t.name === name && isFixture(t.decorators)),
  );
}

/** A function of the family that has the new name for another of its parameters: one keyword would mean two. */
function otherPlace(target: ResolvedTarget, owners: ParameterOwners, scan: Scan): readonly Conflict[] {
  if (!owners.byKeyword) return [];
  const places = new Set(target.homes.map((h) => indexOf(h.scope.signature?.parameters, target.name)));
  return owners.functions.flatMap(({ path, scope }) => {
    const { signature } = scope;
    const at = indexOf(signature?.parameters, target.newName);
    const file = scan.files.get(path);
    if (signature === null || file === undefined || at === -1 || places.has(at)) return [];
    if (indexOf(signature.parameters, target.name) !== -1) return [];
    const message = `${scope.name} has another parameter ${target.newName} here, and a call cannot tell the two functions apart.`;
    return [conflict("name/taken", target.target.entry, message, placeAt(file, signature.nameAt ?? 0))];
  });
}

function indexOf(parameters: readonly string[] | undefined, name: string): number {
  return parameters?.findIndex((p) => p.normalize("NFKC") === name) ?? -1;
}

/** A keyword of the new name that goes into `**kwargs` today would fill the parameter. */
async function takenKeywords(
  target: ResolvedTarget,
  owners: ParameterOwners,
  { scan, session }: CheckContext,
): Promise<readonly Conflict[]> {
  const takesRest = owners.functions.filter((f) => f.scope.signature?.rest !== null);
  if (takesRest.length === 0) return [];
  const conflicts: Conflict[] = [];
  for (const file of scan.files.values()) {
    for (const token of file.reading.tokens) {
      if (token.name !== target.newName || token.kind !== "keyword") continue;
      const last = token.call?.last ?? null;
      const asked = last !== null && owners.names.has(last.name) ? [token.start, last.at] : [token.start];
      for (const at of asked) {
        // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
        const locations = await session.definition(file.path, at);
        if (!locations.some((l) => owners.ownerAt(l) !== null || owners.isOwnClass(l))) continue;
        const message = `This ${target.newName} goes into the **kwargs of the function today, and would fill the parameter.`;
        conflicts.push(conflict("name/taken", target.target.entry, message, placeAt(file, token.start)));
        break;
      }
    }
  }
  for (const { path, scope } of takesRest) {
    const file = scan.files.get(path);
    if (file === undefined || !target.homes.some((h) => h.scope === scope)) continue;
    const read = new RegExp(
      `(?<![\\p{XID_Continue}])${scope.signature?.rest ?? ""}(?:\\[|\\.\\w+\\()\\s*["']$`,
      "u",
    );
    for (const token of file.reading.tokens) {
      if (token.kind !== "string" || token.name !== target.newName || !token.whole) continue;
      if (!read.test(file.text.slice(Math.max(0, token.start - 80), token.start))) continue;
      const message = `The function reads ${target.newName} from its **kwargs here, and the parameter would take it out of them.`;
      conflicts.push(conflict("name/taken", target.target.entry, message, placeAt(file, token.start)));
    }
  }
  return conflicts;
}
