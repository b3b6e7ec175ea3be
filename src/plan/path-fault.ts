import { quote } from "./quote.ts";

/** What no path has, wherever it leads; for use after a colon, null when nothing is wrong. */
export function characterFault(path: string): string | null {
  if (path === "") return "expected a path, found an empty string";
  const isSound = !/\p{Cc}/u.test(path) && path.isWellFormed();
  return isSound ? null : `the path ${quote(path)} holds control or broken characters`;
}

/** What is wrong with a path or glob that must stay within the repository; for use after a colon, null when nothing is. */
export function pathFault(path: string): string | null {
  const shown = `the path ${quote(path)}`;
  if (path.includes("\\")) return `${shown} holds a backslash; the folders of a path are parted by "/"`;
  if (/^(?:\/|[A-Za-z]:)/.test(path)) return `${shown} is absolute; write it relative to the repository`;
  if (path.split("/").includes("..")) return `${shown} holds ".."; a plan stays within its repository`;
  return characterFault(path);
}

/** What is wrong with a glob, for use after a colon; null when nothing is. */
export function globFault(glob: string): string | null {
  if (glob === "") return "expected a glob, found an empty string";
  const shown = quote(glob);
  if (glob.startsWith("!")) return `${shown} begins with "!"; a glob cannot take files out again`;
  if (glob === "." || glob.endsWith("/")) {
    return `${shown} matches no file; a folder with all in it is ${quote(glob === "." ? "**" : `${glob}**`)}`;
  }
  return pathFault(glob);
}

/** The path without `.` parts and repeated or closing slashes; `.` for the repository itself. */
export function plainPath(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length === 0 ? "." : parts.join("/");
}
