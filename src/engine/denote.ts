import type { ModuleTree } from "../python/module-path.ts";
import type { Token } from "../python/token.ts";
import type { Denotation, ReadFile } from "../residue/denotation.ts";
import { lexicalDenotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Location } from "./ports.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

/** What every token of one name in one file denotes: by the text where it suffices, by the server where it does not. */
export async function denote(
  file: SourceFile,
  tokens: readonly Token[],
  target: ResolvedTarget,
  keywordsAreFields: boolean,
  session: Session,
  tree: ModuleTree,
): Promise<ReadonlyMap<Token, Denotation>> {
  const answers = new Map<Token, Denotation>();
  const lexical = (token: Token) => lexicalDenotation(token, target, file, keywordsAreFields, answers);
  const asked = tokens.filter((token) => needsServer(token) && lexical(token).kind === "ask");
  const imports = asked.filter((t) => t.kind === "name" && t.binding === "import_from");
  await ask(imports, answers, file, target, session, tree);
  const rest = asked.filter((t) => !answers.has(t) && lexical(t).kind === "ask");
  await ask(rest, answers, file, target, session, tree);

  const denotations = new Map<Token, Denotation>();
  for (const token of tokens) {
    const answer = answers.get(token) ?? lexical(token);
    denotations.set(
      token,
      answer.kind === "ask" ? { kind: "unknown", detail: "nothing says what it denotes" } : answer,
    );
  }
  return denotations;
}

/** Plain strings and comments mean nothing to the server. */
function needsServer(token: Token): boolean {
  if (token.kind === "comment") return token.typeComment;
  return token.kind !== "string" || token.role === "annotation" || token.role === "export_list";
}

async function ask(
  tokens: readonly Token[],
  answers: Map<Token, Denotation>,
  file: SourceFile,
  target: ResolvedTarget,
  session: Session,
  tree: ModuleTree,
): Promise<void> {
  await Promise.all(
    tokens.map(async (token) => {
      const locations = await session.definition(file.path, token.start);
      const found = await judge(locations, target, session);
      answers.set(token, found ?? unknown(token, file, tree));
    }),
  );
}

/** Reads the server's answer as a proof; null when it proves nothing. */
async function judge(
  locations: readonly Location[],
  target: ResolvedTarget,
  session: Session,
): Promise<Denotation | null> {
  if (locations.length === 0) return null;
  const inside = locations.filter((l) => isDeclaration(l, target, session));
  if (inside.length === locations.length) return { kind: "family", detail: "the server resolves it to the symbol" };
  const outside = locations.filter((l) => !inside.includes(l));
  const proved = await Promise.all(outside.map((l) => isProof(l, target.name, session)));
  const place = describe(outside[0]);
  if (inside.length > 0) return { kind: "mixed", detail: `it may be the symbol, and it may be ${place}` };
  if (proved.every(Boolean)) return { kind: "other", detail: `defined at ${place}` };
  return { kind: "unknown", detail: `the server resolves it to ${place}, which does not bear the name` };
}

function isDeclaration(location: Location, target: ResolvedTarget, session: Session): boolean {
  if (location.path === null) return false;
  const offset = session.offset(location);
  return target.homes.some(
    (home) => home.path === location.path && home.declarations.some((token) => token.start === offset),
  );
}

/** The definition is a module, or the text at it is this very name. */
async function isProof(location: Location, name: string, session: Session): Promise<boolean> {
  const { start, end } = location.range;
  if (start.line === 0 && start.character === 0 && end.line === 0 && end.character === 0) return true;
  return (await session.textAt(location))?.normalize("NFKC") === name;
}

function describe(location: Location | undefined): string {
  if (location === undefined) return "somewhere else";
  const path = location.path ?? location.absolutePath.replace(/^.*\/(typeshed(?:-fallback)?\/)/, "$1");
  const outside = location.path === null && !path.startsWith("typeshed");
  return `${outside ? "a file outside the repository" : path}:${location.range.start.line + 1}`;
}

/** A name that comes by an absolute import from something that is not in the repository is none of ours. */
function unknown(token: Token, file: ReadFile, tree: ModuleTree): Denotation {
  const source = token.kind === "import_source" || token.kind === "name" ? token.source : null;
  if (source !== null && source.dots === 0) {
    const top = source.path.split(".")[0] ?? "";
    if (top !== "" && !tree.hasTopLevel(top)) {
      return { kind: "other", detail: `imported from ${top}, which is not in this repository` };
    }
  }
  if (token.kind === "attribute") {
    return { kind: "unknown", detail: "the type of the object in front of the dot is not known" };
  }
  if (token.kind === "keyword") return { kind: "unknown", detail: "what takes this keyword is not known" };
  return { kind: "unknown", detail: "the server does not know what it denotes" };
}
