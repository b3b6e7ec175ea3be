import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { getExecOutput } from "@actions/exec";
import { findInPath } from "@actions/io";
import { cacheDir, find } from "@actions/tool-cache";
import { escapeText } from "../report/escape-text.ts";
import { isInside } from "../workspace/confine.ts";
import { SetupError } from "./setup-error.ts";
import type { ServerPackage } from "./known-servers.ts";

const PACKAGE = "basedpyright";

/** Nothing of a package is run, and nothing but the one package comes. */
const FLAGS = ["--ignore-scripts", "--omit=optional", "--no-bin-links", "--no-audit", "--no-fund"];

export interface Places {
  /** A folder that is emptied with the job. */
  readonly temporary: string;
  /** The checkout, whose programs are not run. */
  readonly workspace: string;
}

/**
 * The folder of the server in the runner's tool cache: found there, or installed by npm, which checks the integrity
 * and knows the mirrors and proxies of the runner. Rejects with an SetupError.
 */
export async function installServer(server: ServerPackage, places: Places): Promise<string> {
  const cached = find(PACKAGE, server.version);
  if (cached !== "") return cached;
  const folder = await mkdtemp(join(places.temporary, "basedpyright-"));
  try {
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest(server)));
    await writeFile(join(folder, "package-lock.json"), JSON.stringify(lockFile(server)));
    await npmInstall(folder, server, places.workspace);
    return await cacheDir(join(folder, "node_modules", PACKAGE), PACKAGE, server.version);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function manifest({ version }: ServerPackage) {
  return { name: "server", version: "0.0.0", private: true, dependencies: { [PACKAGE]: version } };
}

/** Without an address: npm asks the registry that it is configured for, and holds the answer against the integrity. */
function lockFile(server: ServerPackage) {
  const { name, version, dependencies } = manifest(server);
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { "": { name, version, dependencies }, [`node_modules/${PACKAGE}`]: server },
  };
}

async function npmInstall(folder: string, server: ServerPackage, workspace: string): Promise<void> {
  const isOutside = (path: string) => isAbsolute(path) && !isInside(workspace, path);
  const npm = (await findInPath("npm")).find(isOutside);
  if (npm === undefined) {
    throw new SetupError(
      "There is no npm on this runner to install basedpyright with. Run actions/setup-node before, or install basedpyright in an earlier step and name its folder in `server-path`.",
    );
  }
  const { exitCode, stderr } = await getExecOutput(npm, ["ci", ...FLAGS], {
    cwd: folder,
    env: npmEnvironment(isOutside),
    silent: true,
    ignoreReturnCode: true,
  });
  if (exitCode === 0) return;
  const words = stderr.trim().split("\n").slice(0, 5).map(escapeText).join("; ");
  throw new SetupError(
    `npm could not install basedpyright ${server.version} (exit code ${exitCode}): ${words}. See whether the registry can be reached from the runner, or install basedpyright in an earlier step and name its folder in \`server-path\`.`,
  );
}

const NEEDED = [
  /^(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|SYSTEMROOT|COMSPEC|TMPDIR|TEMP|TMP)$/i,
  /^(?:https?|no|all)_proxy$/i,
  /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|SSL_CERT_DIR)$/,
  // The configuration of the registry, whose token actions/setup-node puts into the last one.
  /^npm_config_/i,
  /^NODE_AUTH_TOKEN$/,
];

function npmEnvironment(isOutside: (path: string) => boolean): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && NEEDED.some((pattern) => pattern.test(name))) environment[name] = value;
  }
  environment["PATH"] = (process.env["PATH"] ?? "").split(delimiter).filter(isOutside).join(delimiter);
  return environment;
}
