import type { Scope } from "../python/scope.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { classesDefining } from "./class-graph.ts";
import { classKey } from "./class-place.ts";
import type { Denotations } from "./denote.ts";
import { ownClasses } from "./own-classes.ts";
import { redenote } from "./redenote.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * The server takes the type of a parameter without annotation from its default, which callers need not keep to: where another class
 * has a member of the name, the object can be one of those. (From the method that is overridden it takes what that declares.)
 */
export async function doubtParameters(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  { scan, session }: { readonly scan: Scan; readonly session: Session },
): Promise<Map<SourceFile, Denotations>> {
  if (!target.member) return new Map(denoted);
  const own = new Set(ownClasses(target, scan).map(classKey));
  const others = [...scan.files.values()].some((file) =>
    classesDefining(file.reading, file, target.name).some((place) => !own.has(classKey(place))),
  );
  if (!others) return new Map(denoted);
  return redenote(denoted, async (token, { kind, byText }, file) => {
    if (token.kind !== "attribute" || kind !== "family" || byText === true) return null;
    const root = token.receiver?.text.split(".")[0];
    if (token.selfClass !== null || token.receiver === null || root === undefined) return null;
    if (!isParameter(root, token.scope)) return null;
    const [location] = await session.definition(file.path, token.receiver.start);
    const text = location === undefined ? null : await session.textAt(location);
    if (text === null || !new RegExp(`^${root}\\s*=`, "u").test(text)) return null;
    return {
      kind: "mixed",
      asDefault: true,
      detail: `the parameter ${root} has no annotation, and other classes have a ${target.name} as well`,
    };
  });
}

function isParameter(name: string, from: Scope): boolean {
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    if (scope.signature === null || !scope.signature.parameters.includes(name)) continue;
    return !(scope.signature.bindsSelf && scope.signature.parameters[0] === name);
  }
  return false;
}
