import type { FieldUse } from "../python/field-uses.ts";
import { fieldUses } from "../python/field-uses.ts";
import type { Holder } from "../python/key-places.ts";
import { selfClass } from "../python/self-class.ts";
import type { Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { KeyContext } from "./denote-keys.ts";
import type { Denotations } from "./denote.ts";
import { holderContext } from "./holder-context.ts";
import type { HolderContext, HolderType } from "./holder-type.ts";
import { holderType } from "./holder-type.ts";
import { importedPath } from "./receiver.ts";
import type { SourceFile } from "./source-file.ts";

/**
 * Copies with changed fields (`replace`, `evolve`, `_replace`) take the fields as keywords that no signature names, and
 * dictionaries of fields (`asdict`) have their names as keys: whose fields they are, the type of the object says.
 */
export async function denoteFields(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  context: KeyContext,
): Promise<ReadonlyMap<SourceFile, Denotations>> {
  if (!target.member || target.kind !== "attribute") return denoted;
  const holders = await holderContext(target, context);
  const all = new Map<SourceFile, Denotations>();
  for (const [file, denotations] of denoted) {
    const uses = fieldUses(context.grammar, file.text, target.name);
    const mine = new Map(denotations);
    for (const [token, denotation] of denotations) {
      const use = uses.find((u) => u.start <= token.start && token.end <= u.end);
      if (use === undefined || (denotation.kind !== "unknown" && use.kind === "copy")) continue;
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      const found = await denoteUse(use, token, file, holders, context);
      if (found !== null) mine.set(token, found);
    }
    all.set(file, mine);
  }
  return all;
}

/** null: nothing is proved. */
async function denoteUse(
  use: FieldUse,
  token: Token,
  file: SourceFile,
  holders: HolderContext,
  context: KeyContext,
): Promise<Denotation | null> {
  if (use.callee !== null && !(await isTheirs(use.callee, file, context))) return null;
  const type = await typeOf(use.holder, token, file, holders);
  const asKey = use.kind === "string";
  if (type === "own") return { kind: "family", detail: "a field of the class", byText: true, asKey };
  if (type === "mixed") return { kind: "mixed", detail: "a field of the class, or of another one", asKey };
  if (type === "other") return { kind: "other", detail: "a field of another class", asKey };
  return null;
}

async function typeOf(
  holder: Holder,
  token: Token,
  file: SourceFile,
  holders: HolderContext,
): Promise<HolderType> {
  const type = await holderType(file, holder, holders);
  if (type !== "unknown") return type;
  const owner = selfClass(token.scope, holder.text)?.header ?? null;
  return owner !== null && holders.own.has(`${file.path}:${owner.nameAt}`) ? "own" : type;
}

const LIBRARY = /[\\/](?:dataclasses|copy|attrs?[\\/]\w+)\.pyi$/;
const NAMES = /^(?:replace|evolve|assoc|asdict)$/;
const PATHS = /^(?:dataclasses\.(?:replace|asdict)|copy\.replace|attrs?\.(?:evolve|assoc|asdict))$/;

/** The function is the library's: as the server sees it, or as the imports say where the library is not installed. */
async function isTheirs(
  { at, text }: Holder,
  file: SourceFile,
  { session, grammar }: KeyContext,
): Promise<boolean> {
  const locations = at === null ? [] : await session.definition(file.path, at);
  if (locations.some((l) => l.path !== null)) return false;
  const names = await Promise.all(locations.map((l) => session.textAt(l)));
  const known = locations.every((l, i) => LIBRARY.test(l.absolutePath) && NAMES.test(names[i] ?? ""));
  if (locations.length > 0 && known) return true;
  if (at === null || !/^\w+(?:\.\w+)*$/.test(text)) return false;
  const path = importedPath(file.text, { text, start: at - text.lastIndexOf(".") - 1 }, grammar);
  return path !== null && PATHS.test(path);
}
