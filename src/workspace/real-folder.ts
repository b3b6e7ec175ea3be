import { realpathSync, statSync } from "node:fs";
import { WorkspaceError } from "./workspace-error.ts";

/** The folder with links resolved, absolute. Throws a WorkspaceError when there is none of that name. */
export function realFolder(folder: string): string {
  try {
    const real = realpathSync(folder);
    if (statSync(real).isDirectory()) return real;
  } catch (cause) {
    throw new WorkspaceError(`${folder} cannot be opened; name a folder that exists`, { cause });
  }
  throw new WorkspaceError(`${folder} is no folder; name the folder of the repository`);
}
