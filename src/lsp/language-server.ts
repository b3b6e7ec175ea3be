import { sep } from "node:path";
import type { Diagnostic, LanguageServer, Location, RenameAnswer } from "../engine/ports.ts";
import type { Position, Range } from "../model/position.ts";
import type { Connection } from "./connection.ts";
import { documents } from "./documents.ts";
import { gate } from "./gate.ts";
import { isRecord } from "./is-record.ts";
import { libraryMembers } from "./library-members.ts";
import { placeResolver } from "./place.ts";
import type { PublishedDiagnostics } from "./published-diagnostics.ts";
import { collectMessages } from "./refusals.ts";
import { toDiagnostics } from "./to-diagnostics.ts";
import { toLocations } from "./to-locations.ts";
import { ServerError } from "./server-error.ts";
import { toProposedEdits } from "./to-proposed-edits.ts";
import { toRange } from "./wire.ts";

/** A server past readiness, and how to end it. */
export interface Session {
  readonly name: string;
  readonly version: string;
  readonly sourceFileCount: number;
  /** The repository. */
  readonly root: string;
  /** Where the server is installed. */
  readonly folder: string;
  /** The server's own folder for this run. */
  readonly workspaceRoot: string;
  readonly connection: Connection;
  /** Where diagnostics come from when the server does not answer requests for them; else null. */
  readonly published: PublishedDiagnostics | null;
  readonly shortLimitMs: number;
  /** For requests that may look at every file. */
  readonly longLimitMs: number;
  stop(): Promise<void>;
}

export function languageServer(session: Session): LanguageServer {
  const { connection, shortLimitMs, longLimitMs } = session;
  const files = documents(session.root, session.workspaceRoot);
  const place = placeResolver(session.root);
  // A probe takes part in renames and references like any open document, and nobody wants to hear of it.
  const isReal = ({ absolutePath }: { readonly absolutePath: string }): boolean =>
    !absolutePath.startsWith(session.workspaceRoot + sep);
  const oneRename = gate(1);
  const membersOf = libraryMembers(session.folder);

  const openDocument = (path: string, text: string): void => {
    files.opened(path);
    const textDocument = { uri: files.uri(path), languageId: "python", version: 1, text };
    connection.notify("textDocument/didOpen", { textDocument });
  };
  let version = 1;
  const changeDocument = (path: string, text: string): void => {
    version += 1;
    const textDocument = { uri: files.uri(path), version };
    connection.notify("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
  };
  const ask = (method: string, path: string, rest: object, limit: number): Promise<unknown> =>
    connection.request(`textDocument/${method}`, { textDocument: { uri: files.uri(path) }, ...rest }, limit);
  const locate = async (method: string, path: string, rest: object): Promise<readonly Location[]> =>
    toLocations(await ask(method, path, rest, longLimitMs), place);

  const rename = async (path: string, position: Position, newName: string): Promise<RenameAnswer> => {
    const messages = collectMessages(connection);
    try {
      const edits = toProposedEdits(await ask("rename", path, { position, newName }, longLimitMs), place);
      const real = edits.filter(isReal);
      if (real.length > 0) return { ok: true, edits: real };
      return { ok: false, message: messages.texts.join(" ") || NO_REASON };
    } finally {
      messages.end();
    }
  };

  const publishedOf = async (
    published: PublishedDiagnostics,
    path: string,
  ): Promise<readonly Diagnostic[]> => {
    const late = (): ServerError =>
      new ServerError(
        `The language server published no diagnostics of ${path} within ${longLimitMs / 1000} s.`,
      );
    const items = await connection.await(published.of(files.uri(path)), longLimitMs, late);
    return toDiagnostics(items);
  };

  return {
    name: session.name,
    version: session.version,
    sourceFileCount: session.sourceFileCount,
    open: openDocument,
    change: changeDocument,
    openProbe(text) {
      const path = files.newProbe();
      openDocument(path, text);
      return path;
    },
    async diagnostics(path): Promise<readonly Diagnostic[]> {
      if (session.published !== null) return await publishedOf(session.published, path);
      const report = await ask("diagnostic", path, {}, longLimitMs);
      return toDiagnostics(isRecord(report) ? report["items"] : report);
    },
    async prepareRename(path, position): Promise<Range | null> {
      const answer = await ask("prepareRename", path, { position }, shortLimitMs);
      if (answer === null || answer === undefined) return null;
      return toRange(isRecord(answer) && "range" in answer ? answer["range"] : answer);
    },
    // One at a time: a message box does not say which rename it is about.
    rename: (path, position, newName) => oneRename(() => rename(path, position, newName)),
    definition: (path, position) => locate("definition", path, { position }),
    typeDefinition: (path, position) => locate("typeDefinition", path, { position }),
    implementation: (path, position) => locate("implementation", path, { position }),
    async hover(path, position) {
      const answer = await ask("hover", path, { position }, longLimitMs);
      const contents = isRecord(answer) ? answer["contents"] : null;
      const text = isRecord(contents) ? contents["value"] : contents;
      return typeof text === "string" ? text : "";
    },
    async references(path, position) {
      const found = await locate("references", path, { position, context: { includeDeclaration: true } });
      return found.filter(isReal);
    },
    libraryMembers: async (name) => membersOf(name),
    stop: () => session.stop(),
  };
}

const NO_REASON = "The language server would not rename this, and gave no reason.";
