import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionRequest } from "../engine/ports.ts";
import { projectConfig } from "./project-config.ts";
import { UNFROZEN_PATH } from "./unfrozen-path.ts";

/**
 * The engine's own folder: the server's workspace, working directory and configuration, so that nothing of the
 * repository is ever read as configuration. All paths are absolute with links resolved. The names within it are no
 * Python identifiers, because the server takes a folder of its workspace for an importable package.
 */
export interface ServerWorkspace {
  readonly root: string;
  /** The one folder the server may write to. */
  readonly scratch: string;
  /** A script for `node --require`. */
  readonly preload: string;
  /** A path where nothing is, for a setting that must lead nowhere. */
  readonly nothing: string;
  /** Removes the folder with all in it; never throws, may be called again. */
  remove(): void;
}

/** Creates the folder under the system's temporary folder, with a name that begins with `rename-plan-`. */
export function createServerWorkspace(request: SessionRequest): ServerWorkspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "rename-plan-")));
  const remove = (): void => {
    process.removeListener("exit", remove);
    try {
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A folder that cannot be removed costs some kilobytes; the run's own result matters more.
    }
  };
  process.on("exit", remove);
  try {
    const scratch = join(root, "scratch-");
    const preload = join(root, "unfrozen-path.cjs");
    const nothing = join(root, "nothing-");
    const noStubs = join(root, "no-stubs-");
    mkdirSync(scratch);
    mkdirSync(noStubs);
    writeFileSync(preload, UNFROZEN_PATH);
    writeFileSync(join(root, "pyrightconfig.json"), JSON.stringify(projectConfig(request, noStubs), null, 2));
    return { root, scratch, preload, nothing, remove };
  } catch (error) {
    remove();
    throw error;
  }
}
