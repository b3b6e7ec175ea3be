import type { Grammar } from "../python/grammar.ts";
import type { ModuleTree } from "../python/module-path.ts";
import { absolutePath } from "../python/module-path.ts";
import { resolveName } from "../python/scope.ts";
import type { Reflected, Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import { lexicalDenotation, lookedUpOn } from "../residue/denotation.ts";
import type { Home, ResolvedTarget } from "../residue/resolved-target.ts";
import type { JudgeContext } from "./judge.ts";
import { isModule, judge } from "./judge.ts";
import type { Location } from "./ports.ts";
import { importedPath } from "./receiver.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

/** What every token of one name in a file denotes. */
export type Denotations = ReadonlyMap<Token, Denotation>;

export interface DenoteContext extends JudgeContext {
  readonly scan: Scan;
  readonly tree: ModuleTree;
  readonly grammar: Grammar;
  /** Paths of the modules that have the symbol as an attribute: its own, and those that import it. */
  readonly having: ReadonlySet<string>;
}

/** What every token of one name in one file denotes: by the text where it suffices, by the server where it does not. */
export async function denote(
  file: SourceFile,
  tokens: readonly Token[],
  context: DenoteContext,
): Promise<Denotations> {
  const answers = new Map<Token, Denotation>();
  const lexical = (token: Token) => lexicalDenotation(token, context.target, file, answers);
  const asked = tokens.filter((token) => needsServer(token, context.target) && lexical(token).kind === "ask");
  // What an import means decides for the other tokens of its variable.
  await ask(
    asked.filter((t) => t.kind === "name" && t.binding === "import_from"),
    answers,
    file,
    context,
  );
  await ask(
    asked.filter((t) => !answers.has(t) && lexical(t).kind === "ask"),
    answers,
    file,
    context,
  );

  const denotations = new Map<Token, Denotation>();
  for (const token of tokens) {
    const own = lexical(token);
    const answer = own.kind === "ask" ? (answers.get(token) ?? own) : own;
    const nothing: Denotation = { kind: "unknown", detail: "nothing says what it denotes" };
    denotations.set(token, answer.kind === "ask" ? nothing : answer);
  }
  return denotations;
}

/** Plain strings and comments mean nothing to the server. */
function needsServer(token: Token, target: ResolvedTarget): boolean {
  if (token.kind === "comment") return token.typeComment;
  if (token.kind === "string" && lookedUpOn(token, target) !== null) return true;
  return (
    token.kind !== "string" ||
    ![
      "plain",
      "subscript",
      "lazy_export",
      "docstring",
      "slots",
      "match_args",
      "type_call",
      "own_name",
    ].includes(token.role)
  );
}

async function ask(
  tokens: readonly Token[],
  answers: Map<Token, Denotation>,
  file: SourceFile,
  context: DenoteContext,
): Promise<void> {
  await Promise.all(
    tokens.map(async (token) => {
      const on = token.kind === "string" ? lookedUpOn(token, context.target) : null;
      if (on !== null) {
        answers.set(token, await denoteReceiver(on, file, context));
        return;
      }
      const locations = await context.session.definition(file.path, token.start);
      const borrowed = await isBorrowed(locations, token, file, context.session);
      const meant = lastStarImport(locations, token, file, context);
      const judged = borrowed ? null : await judge(meant, context);
      const shaped = judged?.kind === "other" && (await isShape(token, locations, context));
      const proved = shaped ? SHAPE : judged;
      const found = proved !== null && meant !== locations ? { ...proved, byText: true } : proved;
      const untyped = borrowed || !(await answersAnyName(locations, context.session));
      answers.set(token, found ?? byImports(token, file, context, untyped));
    }),
  );
}

/**
 * Of several star imports that bring a name the last one wins. The server gives the definitions of all of them; these
 * are the last one's, when the text alone decides.
 */
function lastStarImport(
  locations: readonly Location[],
  token: Token,
  file: SourceFile,
  { tree, scan }: DenoteContext,
): readonly Location[] {
  const { starImports, tokens } = file.reading;
  const last = starImports.at(-1);
  if (token.kind !== "name" || locations.length < 2 || last === undefined) return locations;
  const bound = tokens.some((t) => t.kind === "name" && t.name === token.name && t.binding !== null);
  const decides = starImports.every((s) => s.unconditional) && token.start > last.at && !bound;
  if (!decides) return locations;
  const paths = tree.filesOf(absolutePath(last.source, file.path, tree)).map((f) => f.path);
  const from = locations.filter((l) => l.path !== null && paths.includes(l.path));
  const sure = from.every(
    (l) => !l.absolutePath.endsWith(".pyi") && surelyExports(scan.files.get(l.path ?? ""), token.name),
  );
  return sure && from.length > 0 ? from : locations;
}

/** The module binds the name once, by a statement of its own level, and exports it. */
function surelyExports(file: SourceFile | undefined, name: string): boolean {
  if (file === undefined || file.reading.errorAt !== null || file.reading.starImports.length > 0)
    return false;
  const { module, tokens, hasExportList, buildsExportList } = file.reading;
  const bindings = tokens.filter(
    (t) =>
      t.kind === "name" && t.name === name && t.binding !== null && resolveName(t.scope, t.name) === module,
  );
  const [only] = bindings;
  if (only === undefined || bindings.length > 1) return false;
  const line = file.lines.lineText(file.lines.positionAt(only.start).line);
  const plain = new RegExp(
    `^(?:(?:(?:async\\s+)?def|class)\\s+${name}\\s*[(:[]|${name}\\s*(?::[^=]*)?=)`,
  ).test(line);
  const listed = tokens.some((t) => t.kind === "string" && t.name === name && t.role === "export_list");
  return plain && (hasExportList ? listed && !buildsExportList : !name.startsWith("_"));
}

/** A name that is looked up by a string denotes the symbol when the receiver is its module, or its class. */
async function denoteReceiver(
  on: Reflected,
  file: SourceFile,
  { target, session, having, scan }: DenoteContext,
): Promise<Denotation> {
  const unknown: Denotation = { kind: "unknown", detail: "looked up by name on something else" };
  if (on.kind !== "object") return unknown;
  const locations = await session.definition(file.path, on.at);
  const isOwner = (l: Location) =>
    target.member
      ? target.homes.some(({ path, scope }) => path === l.path && scope.header?.nameAt === session.offset(l))
      : l.path !== null && isModule(l) && having.has(l.path);
  if (locations.length === 0 || !locations.every(isOwner)) return unknown;
  if (on.bySubscript && !target.homes.every((home) => isPlainEnum(home, scan))) return unknown;
  return { kind: "family", detail: "looked up by name on its module or class", byText: true };
}

/** Nothing but the standard library's Enum answers `Class["name"]`. */
function isPlainEnum({ path, scope }: Home, scan: Scan): boolean {
  const bases = scope.header?.bases.map((base) => base.text) ?? [];
  const standard = bases.at(-1) ?? "";
  const imported = /^\s*(?:import\s+enum\b|from\s+enum\s+import\b)/m.test(scan.files.get(path)?.text ?? "");
  return (
    imported &&
    /^(?:enum\.)?(?:Enum|IntEnum|StrEnum|Flag|IntFlag)$/.test(standard) &&
    bases.slice(0, -1).every((base) => /^(?:str|int|float|bytes|tuple)$/.test(base)) &&
    scope.header?.keywords.length === 0
  );
}

/** The answer is the definition of an enclosing function of the same name: the server knows nothing of the token itself. */
async function isBorrowed(
  locations: readonly Location[],
  token: Token,
  file: SourceFile,
  session: Session,
): Promise<boolean> {
  if (token.kind !== "attribute" && token.kind !== "keyword") return false;
  const keys = locations.map(placeKey).join(" ");
  for (const at of token.callees) {
    // oxlint-disable-next-line no-await-in-loop -- seldom more than one
    const ofCallee = await session.definition(file.path, at);
    if (ofCallee.map(placeKey).join(" ") === keys) return true;
  }
  return false;
}

const SHAPE: Denotation = {
  kind: "unknown",
  detail: "a member of a Protocol, which a module can have as well",
};

/** A function of a module is taken from an object that only has to have the shape of a Protocol of the repository. */
async function isShape(
  token: Token,
  locations: readonly Location[],
  { target, session }: DenoteContext,
): Promise<boolean> {
  if (token.kind !== "attribute" || target.member) return false;
  for (const { path, range } of locations) {
    // oxlint-disable-next-line no-await-in-loop -- one, mostly
    const file = path === null ? null : await session.load(path);
    if (file === null) continue;
    const indent = /^\s*/.exec(file.lines.lineText(range.start.line))?.[0].length ?? 0;
    for (let line = range.start.line - 1; line >= 0; line--) {
      const header = /^(\s*)class\s+\w+(.*)$/.exec(file.lines.lineText(line));
      if (header === null || (header[1] ?? "").length >= indent) continue;
      if (/\bProtocol\b/.test(header[2] ?? "")) return true;
      break;
    }
  }
  return false;
}

/** The object is known to be one that has every attribute, as a mock does. */
async function answersAnyName(locations: readonly Location[], session: Session): Promise<boolean> {
  const texts = await Promise.all(locations.map((l) => session.textAt(l)));
  return texts.some((text) => text === "__getattr__" || text === "__getattribute__");
}

function placeKey(location: Location): string {
  const { line, character } = location.range.start;
  return `${location.absolutePath}:${line}:${character}`;
}

/**
 * What imports say where the server says nothing, as in code that it takes for unreachable and for libraries that are
 * not installed: a path that is the module's own means the symbol, and one that starts outside the repository does not.
 */
function byImports(token: Token, file: SourceFile, context: DenoteContext, untyped: boolean): Denotation {
  const { target, tree } = context;
  const path = importedModule(token, file, context);
  // Lazy settings read a module whose name the configuration has; the main module is any.
  if (
    token.kind === "attribute" &&
    !target.member &&
    path !== null &&
    /(^|\.)(settings|config|__main__)$/.test(path)
  ) {
    return { kind: "unknown", detail: "an object that can stand for a module" };
  }
  if (path !== null && path === target.target.module && !target.member) {
    return { kind: "family", detail: "imported by the path of the module", byText: true };
  }
  const top = path?.split(".")[0] ?? "";
  if (top !== "" && !tree.hasTopLevel(top)) {
    return { kind: "other", detail: `it comes from ${top}, which is not in this repository` };
  }
  // A part of a sequence is no module, and an object with a function of a module as its own would be a strange part.
  if (token.kind === "attribute" && token.ofSlice && !target.member && target.kind !== "class") {
    return { kind: "other", detail: "an attribute of a slice, which is no module" };
  }
  if (token.kind === "attribute") {
    const detail = "the type of the object in front of the dot is not known";
    return { kind: "unknown", detail, untyped };
  }
  if (token.kind === "keyword") return { kind: "unknown", detail: "what takes this keyword is not known" };
  return { kind: "unknown", detail: "the server does not know what it denotes" };
}

/** The dotted path, through absolute imports, of the module or object that a name is taken from. */
function importedModule(token: Token, file: SourceFile, { tree, grammar }: DenoteContext): string | null {
  if (token.kind === "name" || token.kind === "import_source") {
    return token.source === null ? null : absolutePath(token.source, file.path, tree);
  }
  if (token.kind !== "attribute" || token.receiver === null) return null;
  return importedPath(file.text, token.receiver, grammar);
}
