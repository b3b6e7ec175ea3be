import picomatch from "picomatch";

/** Whether a path fits a glob of a plan. Names with a leading dot are names like any other: `**` protects all of a folder. */
export function matchesGlob(path: string, pattern: string): boolean {
  const known = MATCHERS.get(pattern) ?? picomatch(pattern, { dot: true, nonegate: true, noextglob: true });
  MATCHERS.set(pattern, known);
  return known(path);
}

const MATCHERS = new Map<string, (path: string) => boolean>();
