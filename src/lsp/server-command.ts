import { readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ServerError } from "./server-error.ts";

/** The npm package that is the server, and the script in it that speaks LSP on standard input and output. */
const PACKAGE = "basedpyright";
const SCRIPT = "langserver.index.js";

/** An installed language server. Paths are absolute with links resolved. */
export interface ServerCommand {
  readonly script: string;
  /** Everything the server reads of itself lies in here. */
  readonly folder: string;
  readonly name: string;
  /** As its package.json says; empty when it has none. */
  readonly version: string;
}

/**
 * Finds the server. `serverPath` (the package's folder, or a script to run) wins; else the package is looked up as
 * Node looks it up from this program, then from `searchFrom`. The repository is never searched unless the caller
 * names it: what is found here is executed. Throws a ServerError.
 */
export function findServer(serverPath: string | undefined, searchFrom: string | undefined): ServerCommand {
  if (serverPath !== undefined) return atPath(serverPath);
  const starts = [import.meta.url, ...(searchFrom === undefined ? [] : [join(searchFrom, "package.json")])];
  for (const start of starts) {
    const manifest = resolveFrom(start);
    if (manifest !== null) return atPath(dirname(manifest));
  }
  throw new ServerError(
    `The language server ${PACKAGE} is not installed next to this program. ` +
      `Install it (npm install ${PACKAGE}), or name its folder with --server.`,
  );
}

function resolveFrom(start: string): string | null {
  try {
    return createRequire(start).resolve(`${PACKAGE}/package.json`);
  } catch {
    return null;
  }
}

function atPath(path: string): ServerCommand {
  try {
    const given = realpathSync(path);
    const script = statSync(given).isDirectory() ? realpathSync(join(given, SCRIPT)) : given;
    const folder = dirname(script);
    return { script, folder, ...identity(folder) };
  } catch (cause) {
    throw new ServerError(
      `No language server at ${path}: --server takes the folder of the package ${PACKAGE}, or its ${SCRIPT}.`,
      "",
      cause,
    );
  }
}

function identity(folder: string): { readonly name: string; readonly version: string } {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (typeof manifest !== "object" || manifest === null) return { name: PACKAGE, version: "" };
    const { name, version } = manifest as { readonly name?: unknown; readonly version?: unknown };
    return {
      name: typeof name === "string" ? name : PACKAGE,
      version: typeof version === "string" ? version : "",
    };
  } catch {
    return { name: PACKAGE, version: "" };
  }
}
