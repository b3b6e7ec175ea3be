import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, WorkspaceError } from "./workspace-error.ts";

export interface Lock {
  /** Never throws: a lock whose process has ended counts for nothing. */
  release(): void;
}

const NAME = /^lock-(\d+)-(\d+)$/;
const ATTEMPTS = 10;

/**
 * Takes the lock of a folder, which is made when needed. Rejects with a WorkspaceError that names the process that holds it.
 *
 * Each process announces itself by a file of its own name (process id and start time), then looks for others, and withdraws
 * when one lives. So two can never both hold it, and removing the file of a dead process cannot remove that of a
 * living one, which taking over a single shared file could. Two that start at the same moment may both withdraw;
 * therefore it is tried more than once.
 */
export async function takeLock(folder: string): Promise<Lock> {
  const name = `lock-${process.pid}-${startTime(process.pid) ?? 0}`;
  for (let attempt = 1; ; attempt++) {
    if (announce(folder, name)) {
      const other = livingOther(folder, name);
      if (other === null) return { release: () => release(folder, name) };
      release(folder, name);
      if (attempt >= ATTEMPTS) throw held(folder, other);
    } else if (attempt >= ATTEMPTS) {
      throw held(folder, name);
    }
    await sleep(5 + Math.random() * 20);
  }
}

/** False when this very process holds the lock. */
function announce(folder: string, name: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    closeSync(openSync(join(folder, name), "wx", 0o600));
    return true;
  } catch (error) {
    // Another run may have removed the empty folder in between.
    if (errorCode(error) === "EEXIST" || errorCode(error) === "ENOENT") return false;
    throw new WorkspaceError(`the lock in ${folder} cannot be written; make the folder writable`, {
      cause: error,
    });
  }
}

function livingOther(folder: string, own: string): string | null {
  for (const name of readdirSync(folder)) {
    const [, pid, start] = NAME.exec(name) ?? [];
    if (pid === undefined || start === undefined || name === own) continue;
    if (isAlive(Number(pid), start)) return name;
    removeQuietly(join(folder, name));
  }
  return null;
}

function isAlive(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return false;
  }
  const now = startTime(pid);
  return now === null || start === "0" || now === start;
}

/**
 * When a process started, in clock ticks since boot (proc(5), /proc/pid/stat, field 22): it tells a process from a later one
 * of the same number. "-1" for a zombie, which has ended and only waits for its parent. Null where there is no /proc.
 */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? "-1" : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function release(folder: string, name: string): void {
  removeQuietly(join(folder, name));
  try {
    rmdirSync(folder);
  } catch {
    // Not empty: a journal, or the lock of another run.
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or left for the next run, which sees that its process has ended.
  }
}

function held(folder: string, name: string): WorkspaceError {
  const pid = NAME.exec(name)?.[1] ?? "unknown";
  const since = statSync(join(folder, name), { throwIfNoEntry: false })?.mtime.toISOString();
  return new WorkspaceError(
    `another rename-plan run writes to this repository: process ${pid}${since === undefined ? "" : `, since ${since}`}; ` +
      `wait for it to end and run again (its lock is ${join(folder, name)})`,
  );
}
