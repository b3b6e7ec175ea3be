import { versionTests } from "../python/version-tests.ts";
import { readRequiresPython } from "../plan/read-requires-python.ts";
import type { Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import type { Denotations } from "./denote.ts";
import type { DenoteAllContext } from "./denote-all.ts";
import { denoteAll } from "./denote-all.ts";
import type { Workspace } from "./ports.ts";
import type { Session } from "./session.ts";
import { openSession } from "./session.ts";
import type { SourceFile } from "./source-file.ts";
import type { VersionServers } from "./version-servers.ts";
import type { FileEntry } from "../model/file-set.ts";

/** What it takes to ask under other versions of Python. */
export interface Versions {
  readonly servers: VersionServers;
  readonly workspace: Workspace;
  readonly files: readonly FileEntry[];
  /** One a version, for the whole run. */
  readonly sessions: Map<string, Session>;
}

/**
 * The server judges code for one version of Python, and says nothing of what that never runs. Where such code holds the
 * name, other versions are asked as well: what all that have an answer agree upon is the answer.
 */
export async function denoteVersions(
  target: ResolvedTarget,
  denoted: ReadonlyMap<SourceFile, Denotations>,
  context: DenoteAllContext & { readonly versions: Versions },
): Promise<ReadonlyMap<SourceFile, Denotations>> {
  const gated = new Map<SourceFile, ReadonlySet<Token>>();
  const versions = new Set<string>();
  for (const [file, denotations] of denoted) {
    const tests = versionTests(context.grammar, file.text);
    const inside = ({ start }: Token) => tests.some((t) => t.start <= start && start < t.end);
    const open = [...denotations].flatMap(([t, d]) => (d.kind === "unknown" && inside(t) ? [t] : []));
    if (open.length === 0) continue;
    gated.set(file, new Set(open));
    for (const test of tests) for (const version of test.versions) versions.add(version);
  }
  if (gated.size === 0) return denoted;
  for (const version of await requiredVersions(context.versions)) versions.add(version);

  const all = new Map(denoted);
  const asked = new Set([...gated.keys()].flatMap((file) => file.reading.tokens));
  for (const version of [...versions].sort(byNumber).slice(-MOST_VERSIONS)) {
    // oxlint-disable-next-line no-await-in-loop -- one server after the other, since each takes memory
    const session = await sessionOf(version, context);
    // oxlint-disable-next-line no-await-in-loop
    const answers = await denoteAll(target, { ...context, session, isAsked: (token) => asked.has(token) });
    for (const [file, open] of gated) {
      const mine = new Map(all.get(file));
      for (const [token, answer] of answers.get(file) ?? []) {
        const before = mine.get(token);
        if (before !== undefined) mine.set(token, united(before, answer, open.has(token)));
      }
      all.set(file, mine);
    }
  }
  return all;
}

const MOST_VERSIONS = 8;

/** Nothing is known, or both agree, or it is one under one version and another under the other. */
function united(before: Denotation, answer: Denotation, isOpen: boolean): Denotation {
  if (answer.kind === "unknown") return before;
  // The rename that was proposed is that of one version, which does not reach here.
  if (before.kind === "unknown")
    return isOpen && answer.kind === "family" ? { ...answer, byText: true } : isOpen ? answer : before;
  if (before.kind === answer.kind) return before;
  return {
    kind: "mixed",
    detail: "the symbol under one version of Python, and something else under another",
  };
}

async function sessionOf(
  version: string,
  { versions, scan }: DenoteAllContext & { readonly versions: Versions },
): Promise<Session> {
  const known = versions.sessions.get(version);
  if (known !== undefined) return known;
  const server = await versions.servers.of(version);
  const session = openSession(server, scan, versions.workspace, versions.files);
  versions.sessions.set(version, session);
  for (const path of scan.candidates) session.open(path);
  return session;
}

async function requiredVersions({ workspace, files }: Versions): Promise<readonly string[]> {
  if (!files.some((file) => file.path === "pyproject.toml")) return [];
  const decoded = workspace.decodeText(await workspace.read("pyproject.toml"));
  return decoded.ok ? readRequiresPython(decoded.text) : [];
}

function byNumber(a: string, b: string): number {
  const [majorA = 0, minorA = 0] = a.split(".").map(Number);
  const [majorB = 0, minorB = 0] = b.split(".").map(Number);
  return majorA - majorB || minorA - minorB;
}
