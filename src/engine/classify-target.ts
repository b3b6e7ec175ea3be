import type { ResidueItem } from "../model/residue-item.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { resolveName } from "../python/scope.ts";
import type { StringToken, Token } from "../python/token.ts";
import type { StringFacts } from "../residue/classify.ts";
import { classify, residueItem } from "../residue/classify.ts";
import type { Denotation } from "../residue/denotation.ts";
import { isHome } from "../residue/denotation.ts";
import { fixtureDenotation, isFixtureTarget } from "../residue/fixtures.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ClassGraph } from "./class-graph.ts";
import { denote } from "./denote.ts";
import type { Proposal } from "./propose.ts";
import type { Scan } from "./scan.ts";
import { mangledForm } from "./scan-names.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

/** What became of every written place of one target's name. */
export interface TargetFindings {
  /** The tokens that are rewritten, by file. */
  readonly edited: ReadonlyMap<SourceFile, readonly Token[]>;
  readonly residue: readonly ResidueItem[];
}

export interface ClassifyContext {
  readonly scan: Scan;
  readonly session: Session;
  readonly graph: ClassGraph;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
}

/** Goes over all candidates of a target: what denotes the symbol and is rewritten, and why each other one stays. */
export async function classifyTarget(
  target: ResolvedTarget,
  proposal: Proposal,
  context: ClassifyContext,
): Promise<TargetFindings> {
  const { scan, graph } = context;
  const edited = new Map<SourceFile, readonly Token[]>();
  const residue: ResidueItem[] = [];
  const fixture = isFixtureTarget(target);
  const denoted = await denoteAll(target, context);
  await askAtUses(denoted, proposal);
  for (const [file, denotations] of denoted) {
    const tokens = [...denotations.keys()];
    const mine: Token[] = [];
    for (const [token, lexical] of denotations) {
      const denotation = fixtureFirst(fixture, lexical, token, file);
      // oxlint-disable-next-line no-await-in-loop -- only strings in class bodies wait for the server
      const facts = await stringFacts(token, tokens, denotations, target, file, fixture, graph);
      const found = classify(token, proposal.covers(file.path, token), denotation, target, file, facts);
      if (found.kind === "residue") residue.push(residueItem(token, file, found.reason, found.detail));
      else mine.push(token);
    }
    if (mine.length > 0) edited.set(file, mine);
  }
  for (const file of scan.files.values()) residue.push(...mangledItems(target, file));
  for (const named of [...scan.unreadable, ...scan.mentions]) {
    if (named.name === target.name) residue.push(named.item);
  }
  return { edited, residue };
}

type Denotations = ReadonlyMap<Token, Denotation>;

async function denoteAll(
  target: ResolvedTarget,
  { scan, session, tree, grammar }: ClassifyContext,
): Promise<ReadonlyMap<SourceFile, Denotations>> {
  const denoted = new Map<SourceFile, Denotations>();
  const context = { target, session, tree, grammar };
  for (const file of scan.files.values()) {
    const tokens = file.reading.tokens.filter((t) => t.name === target.name);
    // oxlint-disable-next-line no-await-in-loop -- in file order, so that the server's caches stay warm
    if (tokens.length > 0) denoted.set(file, await denote(file, tokens, context));
  }
  return denoted;
}

/**
 * From its declaration the server does not always reach every use that it resolves to the symbol itself (generic type
 * statements are such a case); from the use it does.
 */
async function askAtUses(denoted: ReadonlyMap<SourceFile, Denotations>, proposal: Proposal): Promise<void> {
  for (const [file, denotations] of denoted) {
    for (const [token, denotation] of denotations) {
      if (denotation.kind !== "family" || denotation.byText === true || proposal.covers(file.path, token))
        continue;
      if (token.kind === "string" || token.kind === "comment") continue;
      // oxlint-disable-next-line no-await-in-loop -- the next may be covered by then
      await proposal.askAt(file.path, token);
    }
  }
}

function fixtureFirst(fixture: boolean, denotation: Denotation, token: Token, file: SourceFile): Denotation {
  if (!fixture || denotation.kind !== "other") return denotation;
  return fixtureDenotation(token, file) ?? denotation;
}

async function stringFacts(
  token: Token,
  tokens: readonly Token[],
  denotations: ReadonlyMap<Token, Denotation>,
  target: ResolvedTarget,
  file: SourceFile,
  fixture: boolean,
  graph: ClassGraph,
): Promise<StringFacts> {
  if (token.kind !== "string") return NO_FACTS;
  const { module, exportSources } = file.reading;
  const exportsSymbol =
    !target.member &&
    (isHome(target, file.path, module) ||
      tokens.some(
        (t) =>
          t.kind === "name" &&
          denotations.get(t)?.kind === "family" &&
          resolveName(t.scope, t.name) === module,
      ));
  const whole = tokens.filter((t): t is StringToken => t.kind === "string" && t.whole && t.role === "plain");
  return {
    exportsSymbol,
    onlyExported: whole.every((t) => t.assignedTo !== null && exportSources.has(t.assignedTo)),
    fixture,
    relatedClass: await isRelated(token, target, file, graph),
  };
}

const NO_FACTS: StringFacts = {
  exportsSymbol: false,
  onlyExported: false,
  fixture: false,
  relatedClass: false,
};

async function isRelated(
  token: StringToken,
  target: ResolvedTarget,
  file: SourceFile,
  graph: ClassGraph,
): Promise<boolean> {
  const { scope } = token;
  if (scope.header === null || (token.role !== "slots" && token.role !== "match_args")) return false;
  const { keys, unknown } = await graph.ancestry({ file, scope, header: scope.header });
  const own = target.homes.flatMap((h) =>
    h.scope.header === null ? [] : [`${h.path}:${h.scope.header.nameAt}`],
  );
  return unknown !== null || own.some((key) => keys.has(key));
}

/** Private names as they are written outside the class carry the class's name and the member's in one word. */
function mangledItems(target: ResolvedTarget, file: SourceFile): readonly ResidueItem[] {
  const exact = mangledForm(target.target.name.split("."));
  const prefix = target.kind === "class" ? `_${target.name.replace(/^_+/, "")}__` : null;
  return file.reading.tokens
    .filter((t) => t.name === exact || (prefix !== null && t.name.startsWith(prefix)))
    .map((token) => {
      if (token.kind === "comment") return residueItem(token, file, "comment", "a comment");
      if (token.kind === "string")
        return residueItem(token, file, "string_literal", "a private name in its mangled form");
      return residueItem(
        token,
        file,
        "unresolved",
        "a private name in its mangled form, which contains the name",
      );
    });
}
