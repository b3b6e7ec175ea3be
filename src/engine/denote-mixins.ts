import type { Scope } from "../python/scope.ts";
import { isLocal } from "../python/scope.ts";
import type { Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { className } from "./class-place.ts";
import type { Denotations } from "./denote.ts";
import type { FamilyContext } from "./family-conflict.ts";
import { isDeclaration } from "./judge.ts";
import type { Location } from "./ports.ts";
import type { SourceFile } from "./source-file.ts";

export type MixinContext = Pick<FamilyContext, "session" | "graph">;

/**
 * `self.name` in a class that has no such member, nor a base of it: a class below has to bring it. The classes below
 * that have it say what it is; the server does not look at them.
 */
export async function denoteMixins(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  context: MixinContext,
): Promise<Map<SourceFile, Denotations>> {
  const result = new Map(denoted);
  if (!target.member) return result;
  const meanings = new Map<Scope, Promise<Denotation | null>>();
  for (const [file, denotations] of denoted) {
    const known = new Map<Token, Denotation>(denotations);
    for (const [token, { untyped }] of denotations) {
      if (token.kind !== "attribute" || token.store || token.selfClass === null || untyped !== true) continue;
      const meaning = meanings.get(token.selfClass) ?? meaningBelow(token.selfClass, file, target, context);
      meanings.set(token.selfClass, meaning);
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      const found = await meaning;
      if (found !== null) known.set(token, found);
    }
    result.set(file, known);
  }
  return result;
}

async function meaningBelow(
  scope: Scope,
  file: SourceFile,
  target: ResolvedTarget,
  { session, graph }: MixinContext,
): Promise<Denotation | null> {
  const { header } = scope;
  if (header === null) return null;
  const { classes, made } = await graph.descendants([{ file, scope, header }]);
  if (made.length > 0) return null;
  const found: Location[] = [];
  for (const heir of classes) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const { unknown } = await graph.ancestry(heir);
    if (unknown !== null || isLocal(heir.scope)) return null;
    const names = { inherited: [], present: [target.name] };
    // oxlint-disable-next-line no-await-in-loop
    const probe = await graph.probe(heir.file.path, className(heir), names);
    if (probe === null || !probe.basesKnown) return null;
    found.push(...(probe.present.get(target.name) ?? []));
  }
  if (found.length === 0) return null;
  const isOurs = found.map((location) => isDeclaration(location, target, session));
  if (isOurs.every(Boolean)) {
    return { kind: "family", detail: "a class below the mixin inherits the member", byText: true };
  }
  if (isOurs.some(Boolean)) {
    return {
      kind: "mixed",
      detail: "some classes below the mixin inherit the member, others have another one",
    };
  }
  return { kind: "other", detail: "the classes below the mixin have another member of this name" };
}
