import type { InitializeParams } from "vscode-languageserver-protocol";
import { pathToFileURL } from "node:url";

/**
 * What this client says of itself. It announces watched files and announces no progress, so that the server asks us
 * instead of watching the disk itself, and reports no progress that nobody reads.
 */
export function initializeParams(workspaceRoot: string): InitializeParams {
  const uri = pathToFileURL(workspaceRoot).href;
  return {
    // The server looks after this process, and ends itself when it is gone.
    processId: process.pid,
    clientInfo: { name: "rename-plan" },
    locale: "en",
    rootUri: uri,
    workspaceFolders: [{ uri, name: "rename-plan" }],
    capabilities: {
      workspace: {
        configuration: true,
        workspaceFolders: true,
        workspaceEdit: { documentChanges: true },
        didChangeWatchedFiles: { dynamicRegistration: true },
      },
      textDocument: {
        synchronization: {},
        definition: {},
        typeDefinition: {},
        implementation: {},
        references: {},
        rename: { prepareSupport: true },
        // Only with this does the server stop checking every open file in the background (read in basedpyright 1.40.1,
        // and measured: most of the time of a run on a large tree).
        diagnostic: { dynamicRegistration: true },
        publishDiagnostics: {},
      },
    },
  };
}

/**
 * The answers to `workspace/configuration`. `nothing` is a path where no file is: given as the interpreter it keeps the
 * server from running any Python, also without the sandbox.
 */
export function serverSettings(nothing: string): Readonly<Record<string, unknown>> {
  return {
    python: { pythonPath: nothing },
    basedpyright: {
      analysis: { diagnosticMode: "openFilesOnly", autoSearchPaths: false, logLevel: "Information" },
    },
  };
}
