import { join } from "node:path";
import type { SessionRequest } from "../engine/ports.ts";

/**
 * The server's configuration (pyrightconfig.json). `include` lists the files by name, so that the server's program is
 * exactly the engine's file set, whatever folders and suffixes they have. `pythonVersion` and `pythonPlatform` stay
 * unset: the server then looks at the branches of every platform. `noStubs` is an empty folder for requests without
 * stubs, so that no `typings` is picked up by accident.
 */
export function projectConfig(request: SessionRequest, noStubs: string): Readonly<Record<string, unknown>> {
  const absolute = (path: string): string => join(request.root, path);
  return {
    include: request.files.map(absolute).filter((path) => !isPattern(path)),
    exclude: [],
    extraPaths: request.sourceRoots.map(absolute),
    stubPath: request.stubPath === null ? noStubs : absolute(request.stubPath),
    typeCheckingMode: "off",
  };
}

/**
 * How many files cannot be listed, because their paths hold a `*` or `?`: the server knows no way to escape these, and
 * would take in other files, and configuration files beside them. Opening such a file makes it a part of the program.
 */
export function unlistedFileCount(request: SessionRequest): number {
  return request.files.filter((path) => isPattern(join(request.root, path))).length;
}

function isPattern(path: string): boolean {
  return /[*?]/.test(path);
}
