import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import type { Grammar } from "../python/grammar.ts";
import { versionTests } from "../python/version-tests.ts";
import type { Token } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { ProposedEdit } from "./ports.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

/** The places that the server would rewrite for one target: offsets of the name, by path. */
export interface Proposal {
  /** The answer of the server covers exactly this token. */
  covers(path: string, token: Token): boolean;
  /** Start offset to end offset (UTF-16), by path. */
  readonly places: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly conflicts: readonly Conflict[];
  readonly notices: readonly string[];
  /** Asks for the rename at one more place of the symbol and adds what comes back; a refusal of the server is a conflict. */
  askAt(path: string, token: Token): Promise<void>;
  /** The same at a use; where the server refuses, the use stays what it is. */
  askAtUse(path: string, token: Token): Promise<void>;
}

/** How often a request is repeated at the most until two answers agree. */
const MOST_REPEATS = 4;

/**
 * Asks for the rename at each declaration that no earlier answer covers, and takes the union. Every range must span the
 * old name in the file's true decode.
 */
export async function propose(
  target: ResolvedTarget,
  session: Session,
  scan: Scan,
  grammar: Grammar,
): Promise<Proposal> {
  const proposal = emptyProposal(target, session, scan);
  for (const { path, token } of inOrder(target)) {
    if (proposal.covers(path, token)) continue;
    // In code for another version of Python the server renames nothing, and the text alone says what is declared.
    const isGated = isForVersions(token, scan.files.get(path), grammar);
    // Each answer decides whether the next declaration has to be asked about at all.
    // oxlint-disable-next-line no-await-in-loop
    await (isGated ? proposal.askAtUse(path, token) : proposal.askAt(path, token));
  }
  // In code that the server does not look at it renames nothing; a parameter is renamed there by what scopes prove.
  if (target.kind !== "parameter" || proposal.places.size === 0) return proposal;
  return { ...proposal, conflicts: proposal.conflicts.filter((c) => c.code !== "server/refused") };
}

function isForVersions({ start }: Token, file: SourceFile | undefined, grammar: Grammar): boolean {
  const tests = file === undefined ? [] : versionTests(grammar, file.text);
  return tests.some((test) => test.start <= start && start < test.end);
}

function emptyProposal(target: ResolvedTarget, session: Session, scan: Scan): Proposal {
  const places = new Map<string, Map<number, number>>();
  const conflicts: Conflict[] = [];
  const notices: string[] = [];
  const { entry } = target.target;
  return {
    places,
    conflicts,
    notices,
    covers: (path, token) => places.get(path)?.get(token.start) === token.end,
    askAt: (path, token) => ask(path, token, true),
    askAtUse: (path, token) => ask(path, token, false),
  };

  async function ask(path: string, token: Token, mustAnswer: boolean): Promise<void> {
    const position = session.position(path, token.start);
    const answer = await agreedRename(session, path, token.start, target.newName);
    if (!answer.ok && !mustAnswer) return;
    if (!answer.ok) {
      const place = { path, line: position.line + 1, column: position.character + 1 };
      const message = `The language server would not rename ${target.name} here: ${answer.message}`;
      conflicts.push(conflict("server/refused", entry, message, place));
      return;
    }
    for (const edit of answer.edits) {
      const fault = take(edit, target, scan, places);
      if (fault === null) continue;
      if (fault.applies) conflicts.push(conflict("server/edit", entry, fault.message, fault.place));
      else if (!notices.includes(fault.message)) notices.push(fault.message);
    }
  }
}

function inOrder(target: ResolvedTarget): readonly { readonly path: string; readonly token: Token }[] {
  const all = target.homes.flatMap((home) => home.declarations.map((token) => ({ path: home.path, token })));
  const defines = (token: Token) =>
    token.kind === "name" && (token.binding === "class" || token.binding === "function");
  return [...all.filter((d) => defines(d.token)), ...all.filter((d) => !defines(d.token))];
}

type AgreedAnswer =
  | { readonly ok: true; readonly edits: readonly ProposedEdit[] }
  | { readonly ok: false; readonly message: string };

/**
 * A server that has just started can answer with a part and no sign of it (facts, P1), so its first answer is believed
 * only when a second one agrees. Later ones have another check besides: each place that an answer leaves out is asked
 * about by itself.
 */
async function agreedRename(
  session: Session,
  path: string,
  offset: number,
  newName: string,
): Promise<AgreedAnswer> {
  const { server } = session;
  const position = session.position(path, offset);
  const range = await server.prepareRename(path, position);
  if (range === null) return { ok: false, message: "it says that nothing here can be renamed." };
  let answer = await server.rename(path, position, newName);
  for (let repeat = 0; repeat < MOST_REPEATS && answer.ok && !session.settled; repeat++) {
    // oxlint-disable-next-line no-await-in-loop
    const again = await server.rename(path, position, newName);
    session.settled = again.ok && sameEdits(answer.edits, again.edits);
    answer = again;
  }
  if (answer.ok && !session.settled)
    return { ok: false, message: "its answers differ from one time to the next." };
  return answer;
}

function sameEdits(a: readonly ProposedEdit[], b: readonly ProposedEdit[]): boolean {
  const key = (edits: readonly ProposedEdit[]) =>
    edits
      .map((e) => `${e.absolutePath}:${e.range.start.line}:${e.range.start.character}:${e.newText}`)
      .sort()
      .join("\n");
  return key(a) === key(b);
}

interface Fault {
  /** False for an edit that is left out with a remark, since the file is none of ours. */
  readonly applies: boolean;
  readonly message: string;
  readonly place?: { readonly path: string; readonly line: number; readonly column: number };
}

function take(
  edit: ProposedEdit,
  target: ResolvedTarget,
  scan: Scan,
  places: Map<string, Map<number, number>>,
): Fault | null {
  const { path, range } = edit;
  if (path === null) {
    return { applies: true, message: "The server would edit a file outside the repository." };
  }
  const place = { path, line: range.start.line + 1, column: range.start.character + 1 };
  if (edit.fragment) return { applies: false, message: `${path}: cells of a notebook are not edited.` };
  const file = scan.files.get(path);
  if (file === undefined) {
    return { applies: false, message: `${path} is not in the file set (ignored by git?) and is not edited.` };
  }
  const start = file.lines.offsetAt(range.start);
  const end = file.lines.offsetAt(range.end);
  const written = file.text.slice(start, end);
  if (range.start.line !== range.end.line || written.normalize("NFKC") !== target.name) {
    return {
      applies: true,
      message: `The server would replace ${JSON.stringify(written.slice(0, 80))}, which is not the old name.`,
      place,
    };
  }
  if (!file.reading.tokens.some((t) => t.start === start && t.end === end)) {
    return {
      applies: true,
      message: `The server would replace ${target.name} in a place that the scan does not know.`,
      place,
    };
  }
  if (edit.newText !== target.newName) {
    return {
      applies: true,
      message: `The server would write ${JSON.stringify(edit.newText.slice(0, 80))}, which is not the new name.`,
      place,
    };
  }
  const ofFile = places.get(path) ?? new Map<number, number>();
  ofFile.set(start, end);
  places.set(path, ofFile);
  return null;
}
