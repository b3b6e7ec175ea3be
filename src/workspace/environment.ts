import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The environment of a git process. It is built from a list of what git needs, so that no token and no GIT_* variable
 * of the caller gets in. PATH loses its relative entries: they would find a program `git` in the repository.
 */
export function gitEnvironment(): Readonly<Record<string, string>> {
  const environment: Record<string, string> = {
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
  };
  for (const name of ["HOME", "XDG_CONFIG_HOME", "USERPROFILE", "SystemRoot", "TMPDIR", "TEMP"]) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  const separator = process.platform === "win32" ? ";" : ":";
  environment["PATH"] = (process.env["PATH"] ?? "").split(separator).filter(isAbsolute).join(separator);
  return environment;
}

/**
 * Where the journals and locks of this user may lie, best first.
 *
 * They lie outside the repository, so that nothing but the plan's own paths is written there, and not in git's folder,
 * which is git's own. They lie in the user's state folder, because a journal must outlive what kills a run: a reboot
 * empties a temporary folder, the half-written tree stays. The name in the temporary folder serves users without a home that
 * can be written; it holds the user's number, and whoever opens it checks owner and mode, because others write there too.
 */
export function stateHomes(): readonly string[] {
  const state = process.env["XDG_STATE_HOME"] ?? "";
  const user = process.getuid?.() ?? "user";
  return [
    join(isAbsolute(state) ? state : join(homedir(), ".local", "state"), "rename-plan"),
    join(tmpdir(), `rename-plan-${user}`),
  ];
}
