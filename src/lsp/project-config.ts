import { join, sep } from "node:path";
import type { SessionRequest } from "../engine/ports.ts";
import { ServerError } from "./server-error.ts";

/**
 * The server's configuration (pyrightconfig.json). `include` lists the files by name, so that the server's program is
 * exactly the engine's file set, whatever folders and suffixes they have. `pythonPlatform` stays unset: the server then
 * looks at the branches of every platform. `noStubs` is an empty folder for requests without
 * stubs, so that no `typings` is picked up by accident. Throws a ServerError for a source root that the server would
 * read as a pattern.
 */
export function projectConfig(request: SessionRequest, noStubs: string): Readonly<Record<string, unknown>> {
  const absolute = (path: string): string => join(request.root, path);
  return {
    include: request.files.map(absolute).filter(isListable),
    exclude: [],
    extraPaths: request.sourceRoots.map(absolute).map(asLiteral),
    stubPath: request.stubPath === null ? noStubs : absolute(request.stubPath),
    typeCheckingMode: "off",
    ...(request.pythonVersion === undefined ? {} : { pythonVersion: request.pythonVersion }),
    ...Object.fromEntries(request.rules.map((rule) => [rule, "error"])),
  };
}

/**
 * How many files cannot be listed, because their paths hold a `*`, `?` or backslash: the server knows no way to escape
 * these, and would take in other files, and configuration files beside them. Opening such a file makes it a part of
 * the server's program all the same.
 */
export function unlistedFileCount(request: SessionRequest): number {
  return request.files.filter((path) => !isListable(join(request.root, path))).length;
}

function asLiteral(sourceRoot: string): string {
  if (isListable(sourceRoot)) return sourceRoot;
  throw new ServerError(
    `The language server cannot import from ${sourceRoot}: it reads "*", "?" and a backslash in a path as a pattern. ` +
      "Rename that folder, or leave it out of the source roots.",
  );
}

/** A backslash is a separator to the server on every system. */
function isListable(path: string): boolean {
  return !/[*?]/.test(path) && (sep === "\\" || !path.includes("\\"));
}
