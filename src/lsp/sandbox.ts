import type { ServerCommand } from "./server-command.ts";
import { ServerError } from "./server-error.ts";
import type { ServerWorkspace } from "./server-workspace.ts";

/** Bounds what the server's process can reach. */
export interface Confinement {
  /** The repository, absolute with links resolved. */
  readonly root: string;
  readonly workspace: ServerWorkspace;
  readonly command: ServerCommand;
  /** MiB. */
  readonly memoryLimitMb: number;
}

/**
 * The arguments for Node. With `sandbox`, Node's permission model (nodejs.org, "Permissions") lets the server read the
 * repository, its own package and its workspace, write to one scratch folder in there, and nothing else: no child
 * process, no worker, no native addon, no other file. What this does not cover: the network, links inside the
 * repository that lead out of it (Node follows them), signals to other processes of the same user, and the machine's
 * memory and processor time.
 *
 * The scratch folder is needed: the server writes a file to learn whether the file system tells upper from lower case,
 * and takes it for one that does not when it cannot; it would then take two files for one.
 *
 * Throws a ServerError for a path with `*`: Node would let the server read all that begins with what stands before it.
 */
export function serverArguments(confinement: Confinement, sandbox: boolean): readonly string[] {
  const { root, workspace, command, memoryLimitMb } = confinement;
  const readable = [root, workspace.root, command.folder];
  if (sandbox) [...readable, workspace.scratch].forEach(assertLiteral);
  return [
    `--max-old-space-size=${memoryLimitMb}`,
    ...(sandbox
      ? [
          "--permission",
          ...readable.map((path) => `--allow-fs-read=${path}`),
          `--allow-fs-write=${workspace.scratch}`,
          "--require",
          workspace.preload,
        ]
      : []),
    command.script,
    "--stdio",
  ];
}

/**
 * The server's whole environment, sandboxed or not: nothing is inherited but what Windows needs to start a process.
 * No token, no proxy, no search path and no NODE_OPTIONS gets through; the language is fixed because messages of the
 * server end up in reports, which are to be the same on every machine.
 */
export function serverEnvironment(scratch: string, own: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
  const environment: Record<string, string> = {
    LANG: "en_US.UTF-8",
    LC_ALL: "en_US.UTF-8",
    TMPDIR: scratch,
    TMP: scratch,
    TEMP: scratch,
    HOME: scratch,
  };
  for (const name of ["SystemRoot", "windir"]) {
    const value = own[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

function assertLiteral(path: string): void {
  if (!path.includes("*")) return;
  throw new ServerError(
    `The sandbox cannot be bounded by the path ${path}, because it contains a "*". ` +
      "Use a folder with another name, or run with --no-sandbox.",
  );
}
