import { posix } from "node:path";
import type {
  ApplyResult,
  LanguageServer,
  Location,
  ProposedEdit,
  SessionRequest,
  StagedFile,
} from "../../src/engine/ports.ts";
import type { RunPorts } from "../../src/engine/run-plan.ts";
import { runPlan } from "../../src/engine/run-plan.ts";
import type { VerifyDepth } from "../../src/engine/verify/verify-staged.ts";
import type { FileKind } from "../../src/model/file-set.ts";
import { lineIndex } from "../../src/model/line-index.ts";
import type { Verdict } from "../../src/model/outcome.ts";
import type { Position } from "../../src/model/position.ts";
import { parsePlan } from "../../src/plan/parse-plan.ts";
import { wordOffsets } from "../../src/python/words.ts";
import { decodePython } from "../../src/workspace/decode-python.ts";
import { decodeText } from "../../src/workspace/decode-text.ts";
import { encode } from "../../src/workspace/encode.ts";
import { sha256 } from "../../src/workspace/sha256.ts";

/** A repository in memory with a language server that knows one module-level function, `m.alpha`. */
export interface World {
  /** Path to text; what an apply wrote is there. */
  readonly files: Map<string, string>;
  readonly ports: RunPorts;
  /** Every call of a port in order, as in `server.rename`. */
  readonly calls: readonly string[];
  /** How many servers run. */
  running(): number;
  /** How many copies of the tree there are. */
  copies(): number;
}

export interface WorldOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** Replaces methods of the server. `usual` is the well-behaved one. */
  readonly server?: (usual: LanguageServer, files: ReadonlyMap<string, string>) => Partial<LanguageServer>;
  /** The same for the server over the copy. */
  readonly copyServer?: (usual: LanguageServer) => Partial<LanguageServer>;
  /** The n-th call of any port fails. */
  readonly failAt?: number;
  readonly stage?: (text: string, files: Map<string, string>) => void;
}

export const FILES: Readonly<Record<string, string>> = {
  "m.py": "def alpha():\n    return alpha\n",
  "use.py": "from m import alpha\n\nalpha()\n",
  "notes.md": "alpha\n",
};

export const RENAMED: Readonly<Record<string, string>> = {
  "m.py": "def omega():\n    return omega\n",
  "use.py": "from m import omega\n\nomega()\n",
  "notes.md": "alpha\n",
};

/** Where the copy of the tree is. */
const COPY = "/copy";

/** The failure that `failAt` injects. */
export class Injected extends Error {}

export function world(options: WorldOptions = {}): World {
  const files = new Map(Object.entries(options.files ?? FILES));
  const calls: string[] = [];
  const copied = new Map<string, string>();
  let copies = 0;
  let running = 0;
  const watched = <T extends object>(port: string, methods: T): T =>
    new Proxy(methods, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (typeof value !== "function") return value;
        return (...given: readonly unknown[]): unknown => {
          calls.push(`${port}.${String(name)}`);
          // Stopping never fails, by contract.
          if (calls.length === options.failAt && name !== "stop") {
            throw new Injected(`${port}.${String(name)} fails`);
          }
          return Reflect.apply(value, target, given);
        };
      },
    });

  const bytes = (path: string): Uint8Array => new TextEncoder().encode(files.get(path) ?? "");
  const start = async (request: SessionRequest): Promise<LanguageServer> => {
    running += 1;
    const isCopy = request.root === COPY;
    const usual = wordServer(isCopy ? copied : files, request.files.length, () => {
      running -= 1;
    });
    const own = isCopy ? options.copyServer?.(usual) : options.server?.(usual, files);
    return watched("server", { ...usual, ...own });
  };
  const apply: RunPorts["transaction"]["apply"] = async ({ writes }, verify): Promise<ApplyResult> => {
    const held = (path: string) => (files.has(path) ? sha256(bytes(path)) : null);
    const changed = writes.filter((w) => held(w.path) !== w.preimage).map((w) => w.path);
    if (changed.length > 0) return { status: "aborted", changed };
    for (const { path, content } of writes) {
      const reason = content === null ? null : verify(path, content);
      if (reason !== null) return { status: "rolled_back", path, reason };
    }
    for (const { path, content } of writes) {
      if (content === null) files.delete(path);
      else files.set(path, new TextDecoder().decode(content));
    }
    return { status: "applied" };
  };
  return {
    files,
    calls,
    running: () => running,
    copies: () => copies,
    ports: {
      workspace: watched("workspace", {
        root: "/repo",
        files: async () => ({ files: [...files.keys()].sort().map(entry), links: [] }),
        read: async (path: string) => bytes(path),
        tracked: async (paths: readonly string[]) => new Set(paths),
        ignored: () => Promise.resolve([]),
        exists: async (path: string) => [...files.keys()].some((f) => f === path || f.startsWith(`${path}/`)),
        readOutside: async () => null,
        decodePython,
        decodeText,
        encode,
        sha256,
        stage: async (staged: readonly StagedFile[]) => {
          copies += 1;
          copied.clear();
          for (const file of staged) {
            const content = "content" in file ? file.content : "from" in file ? bytes(file.from) : null;
            if (content !== null) copied.set(file.path, new TextDecoder().decode(content));
          }
          return { root: COPY, remove: async () => void (copies -= 1) };
        },
        matchesGlob: (path: string, pattern: string) => posix.matchesGlob(path, pattern),
      }),
      servers: watched("servers", { start }),
      transaction: watched("transaction", { recover: async () => null, apply }),
      progress: watched("progress", { stage: (text: string) => options.stage?.(text, files) }),
    },
  };
}

/** Applies a rename of `m.alpha` to `omega`, or what other entries say. */
export async function run(
  { ports }: World,
  entries = ENTRY,
  apply = true,
  verify: VerifyDepth = "full",
): Promise<Verdict> {
  const parsed = parsePlan(`version = 1\n${entries}`, "toml");
  if (!parsed.ok) throw new Error("the test's plan is wrong");
  return (await runPlan({ plan: parsed.plan, apply, verify, allResidue: false, planFiles: [] }, ports))
    .verdict;
}

export function entryOf(module: string, name: string, newName: string): string {
  return `[[symbols]]\nmodule = "${module}"\nname = "${name}"\nnew_name = "${newName}"\n`;
}

const ENTRY = entryOf("m", "alpha", "omega");

function entry(path: string): { path: string; kind: FileKind; size: number } {
  return { path, kind: path.endsWith(".py") ? "python" : "text", size: 1 };
}

/** Takes every whole word of the name in the Python files that are open for the symbol, which `m.py` defines. */
function wordServer(
  files: ReadonlyMap<string, string>,
  sourceFileCount: number,
  stopped: () => void,
): LanguageServer {
  const open = new Map<string, string>();
  const wordAt = (path: string, position: Position): string => {
    const text = open.get(path) ?? files.get(path) ?? "";
    const offset = lineIndex(text).offsetAt(position);
    return /^\w*/.exec(text.slice(offset))?.[0] ?? "";
  };
  const places = (name: string): readonly Location[] =>
    [...open].flatMap(([path, text]) =>
      wordOffsets(text, name).map((at) => locationOf(path, lineIndex(text).rangeAt(at, at + name.length))),
    );
  return {
    name: "word-server",
    version: "1",
    sourceFileCount,
    open: (path, text) => void open.set(path, text),
    change: (path, text) => void open.set(path, text),
    openProbe: () => "probe",
    diagnostics: async () => [],
    prepareRename: async (path, position) => {
      const end = { ...position, character: position.character + wordAt(path, position).length };
      return { start: position, end };
    },
    rename: async (path, position, newText) => ({
      ok: true,
      edits: places(wordAt(path, position)).map((place) => ({ ...place, fragment: false, newText })),
    }),
    definition: async (path, position) => {
      if (path === "probe") return [locationOf("m.py", START)];
      return places(wordAt(path, position)).slice(0, 1);
    },
    implementation: async () => [],
    typeDefinition: async () => [],
    hover: async () => "",
    libraryMembers: async () => [],
    references: async () => [],
    stop: async () => stopped(),
  };
}

const START = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function locationOf(path: string, range: Location["range"]): Location & { readonly path: string } {
  return { path, absolutePath: `/repo/${path}`, range };
}

/** An edit of one word. */
export function edit(
  path: string | null,
  line: number,
  from: number,
  to: number,
  newText = "omega",
): ProposedEdit {
  const range = { start: { line, character: from }, end: { line, character: to } };
  return { path, absolutePath: `/elsewhere/${path ?? "x.py"}`, fragment: false, range, newText };
}
