import { quote } from "./quote.ts";

/** What is wrong with a path or glob that must stay within the repository; null when nothing is. For use after a colon. */
export function pathFault(path: string): string | null {
  if (path === "") return "expected a path, found an empty string";
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return `the path ${quote(path)} holds control characters`;
  if (path.includes("\\"))
    return `the path ${quote(path)} holds a backslash; the folders of a path are parted by "/"`;
  if (/^(?:\/|[A-Za-z]:)/.test(path))
    return `the path ${quote(path)} is absolute; write it relative to the repository`;
  if (path.split("/").includes(".."))
    return `the path ${quote(path)} holds ".."; a plan stays within its repository`;
  return null;
}

/** What is wrong with a glob, for use after a colon; null when nothing is. */
export function globFault(glob: string): string | null {
  if (glob === "") return "expected a glob, found an empty string";
  if (glob.startsWith("!")) return `${quote(glob)} begins with "!"; a glob cannot take files out again`;
  if (glob.endsWith("/"))
    return `${quote(glob)} matches no file; a folder with all in it is ${quote(`${glob}**`)}`;
  return pathFault(glob);
}

/** The path without `.` parts and repeated or closing slashes; `.` for the repository itself. */
export function plainPath(path: string): string {
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length === 0 ? "." : parts.join("/");
}
