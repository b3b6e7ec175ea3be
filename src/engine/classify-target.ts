import type { Conflict } from "../model/conflict.ts";
import type { TrustedPlace } from "../model/outcome.ts";
import type { ResidueItem } from "../model/residue-item.ts";
import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import type { Token } from "../python/token.ts";
import { classify, residueItem, shownLine } from "../residue/classify.ts";
import type { Denotation } from "../residue/denotation.ts";
import { fixtureDenotation, isFixtureTarget } from "../residue/fixtures.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { AttributeWrites } from "./attribute-writes.ts";
import { closedWorld } from "./closed-world.ts";
import { placeAt } from "./place-at.ts";
import type { ClassGraph } from "./class-graph.ts";
import type { Denotations } from "./denote.ts";
import { denoteAll } from "./denote-all.ts";
import { denoteBelow } from "./denote-below.ts";
import { denoteGiven } from "./denote-given.ts";
import { denoteFields } from "./denote-fields.ts";
import { denoteKeys } from "./denote-keys.ts";
import type { Versions } from "./denote-versions.ts";
import { denoteVersions } from "./denote-versions.ts";
import { doubtParameters } from "./doubt-parameters.ts";
import { doubtPartlyKnown } from "./doubt-partly-known.ts";
import { doubtStandIns } from "./doubt-stand-ins.ts";
import { keepExports } from "./keep-exports.ts";
import { mangledNames } from "./mangled-names.ts";
import type { ModuleValues } from "./module-values.ts";
import { moreHomes } from "./more-homes.ts";
import { parameterPlan } from "./parameter-plan.ts";
import type { Proposal } from "./propose.ts";
import { propose } from "./propose.ts";
import { ruleOutKeywords } from "./rule-out-keywords.ts";
import { ruleOutModules } from "./rule-out-modules.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import { fileFacts, stringFacts } from "./string-facts.ts";
import type { SourceFile } from "./source-file.ts";

/** What became of every written place of one target's name. */
export interface TargetFindings {
  /** The tokens that are rewritten, by file. */
  readonly edited: ReadonlyMap<SourceFile, readonly Token[]>;
  /** Of these, the imports that get the old name as an alias. */
  readonly aliased: ReadonlySet<Token>;
  readonly residue: readonly ResidueItem[];
  /** The target with all its homes. */
  readonly target: ResolvedTarget;
  readonly conflicts: readonly Conflict[];
  readonly notices: readonly string[];
  /** Those of the edited places that the entry takes on trust. */
  readonly trusted: readonly TrustedPlace[];
  /** What the author of the plan can do about objects of unknown type; "" where there are none. */
  readonly advice: string;
}

export interface ClassifyContext {
  /** All targets of the plan. */
  readonly targets: readonly ResolvedTarget[];
  readonly scan: Scan;
  readonly session: Session;
  readonly graph: ClassGraph;
  readonly modules: ModuleValues;
  /** All Python files. */
  readonly python: readonly string[];
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
  readonly writes: () => Promise<AttributeWrites>;
  readonly versions: Versions;
  /** The plan's keep_patterns protect the path. */
  readonly isKept: (path: string) => boolean;
}

/** Goes over all candidates of a target: what denotes the symbol and is rewritten, and why each other one stays. */
export async function classifyTarget(
  found: ResolvedTarget,
  context: ClassifyContext,
): Promise<TargetFindings> {
  const { scan, session, graph, tree, isKept } = context;
  const allies = context.targets.filter(
    (t) => t.target !== found.target && t.name === found.name && t.newName === found.newName,
  );
  const asking = { ...context, allies, isAsked: () => true };
  const parameter = found.kind === "parameter" ? await parameterPlan(found, context) : null;
  let target = parameter?.target ?? found;
  let proposal = await propose(target, session, scan, context.grammar);
  let denoted = await denoteAll(target, asking);
  let more = moreHomes(target, denoted, scan, tree);
  while (more.length > 0) {
    target = { ...target, homes: [...target.homes, ...more] };
    // oxlint-disable-next-line no-await-in-loop -- each home can lead to the next
    proposal = await propose(target, session, scan, context.grammar);
    // oxlint-disable-next-line no-await-in-loop
    denoted = await denoteAll(target, asking);
    more = moreHomes(target, denoted, scan, tree);
  }
  denoted = await doubtPartlyKnown(target, denoted, context);
  denoted = await denoteVersions(target, denoted, asking);
  denoted = await doubtParameters(target, denoted, context);
  denoted = await denoteBelow(target, denoted, context);
  denoted = await denoteGiven(target, denoted, { ...context, allies });
  denoted = await ruleOutKeywords(target, denoted, context);
  denoted = doubtStandIns(target, await ruleOutModules(target, denoted, context.modules), context);
  if (parameter !== null) denoted = await parameter.settle(denoted);
  const keys = await denoteKeys(target, denoted, asking);
  denoted = await denoteFields(target, keys.denoted, asking);
  const world = await closedWorld(target, denoted, { ...context, server: session.server });
  denoted = world.denoted;
  const kept = keepExports(target, denoted, context);
  ({ denoted } = kept);
  await askAtUses(denoted, proposal);
  const edited = new Map<SourceFile, readonly Token[]>();
  const residue: ResidueItem[] = [...keys.residue];
  const fixture = isFixtureTarget(target, (path) => scan.files.get(path)?.text ?? "");
  for (const [file, denotations] of denoted) {
    const mine: Token[] = [];
    const ofFile = fileFacts(denotations, target, file);
    for (const [token, lexical] of denotations) {
      const denotation = fixtureFirst(fixture, lexical, token, file);
      // oxlint-disable-next-line no-await-in-loop -- only strings in class bodies wait for the server
      const facts = await stringFacts(token, ofFile, target, file, { fixture, graph, scan });
      const result = classify(token, proposal.covers(file.path, token), denotation, target, file, facts);
      if (result.kind === "residue") residue.push(residueItem(token, file, result.reason, result.detail));
      else if (isKept(file.path))
        residue.push(residueItem(token, file, "unresolved", "keep_patterns protect this file"));
      else mine.push(token);
    }
    if (mine.length > 0) edited.set(file, mine);
  }
  const mangled = await mangledNames(target, scan, session, graph);
  residue.push(...mangled.residue);
  for (const [file, tokens] of mangled.edited) edited.set(file, [...(edited.get(file) ?? []), ...tokens]);
  for (const named of [...scan.unreadable, ...scan.mentions]) {
    if (named.name === target.name) residue.push(named.item);
  }
  const notices = [...proposal.notices, ...kept.notices, ...printedNames(target, edited)];
  const trusted = [...world.trusted].flatMap(([file, tokens]) =>
    tokens.filter((t) => edited.get(file)?.includes(t) === true).map((t) => trustedPlace(file, t)),
  );
  const { advice } = world;
  const conflicts = [...proposal.conflicts, ...(parameter?.conflicts ?? [])];
  const left = parameter?.doubted(residue) ?? residue;
  return {
    target,
    edited,
    aliased: kept.aliased,
    residue: left,
    conflicts,
    notices,
    trusted,
    advice,
  };
}

function trustedPlace(file: SourceFile, { start }: Token): TrustedPlace {
  const place = placeAt(file, start);
  const text = shownLine(file.lines.lineText(place.line - 1));
  return { ...place, text, policy: "closed-world" };
}

/** `f"{name=}"` prints the name itself, so that a rename changes what the program writes. */
function printedNames(
  target: ResolvedTarget,
  edited: ReadonlyMap<SourceFile, readonly Token[]>,
): readonly string[] {
  return [...edited].flatMap(([file, tokens]) =>
    tokens
      .filter((t) => /^\s*=\s*(![rsa]\s*)?[:}]/.test(file.text.slice(t.end, t.end + 20)))
      .map(
        (t) =>
          `${file.path}:${file.lines.positionAt(t.start).line + 1} prints the name ${target.name} itself (f"{…=}").`,
      ),
  );
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
      if (token.kind === "string" || token.kind === "comment" || file.reading.errorAt !== null) continue;
      // oxlint-disable-next-line no-await-in-loop -- the next may be covered by then
      await proposal.askAtUse(file.path, token);
    }
  }
}

function fixtureFirst(fixture: boolean, denotation: Denotation, token: Token, file: SourceFile): Denotation {
  if (!fixture || denotation.kind !== "other") return denotation;
  return fixtureDenotation(token, file) ?? denotation;
}
