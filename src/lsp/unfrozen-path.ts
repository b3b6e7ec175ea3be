/**
 * A CommonJS script to preload into the server. Under Node's permission model the module `path` is frozen, and a
 * library bundled in basedpyright 1.40.1 assigns to it when it loads; so it gets a copy. A string, because it has to
 * survive the bundling of this program into one file.
 */
export const UNFROZEN_PATH = `"use strict";
const Module = require("node:module");
const path = require("node:path");
const copy = { ...path, posix: { ...path.posix }, win32: { ...path.win32 } };
const load = Module._load;
Module._load = function (request, ...rest) {
  return request === "path" || request === "node:path" ? copy : load.call(this, request, ...rest);
};
`;
