import { shellWord } from "../report/shell-word.ts";

/** What the user typed, with `--apply` added, quoted for a POSIX shell. */
export function applyCommand(program: string, argv: readonly string[]): string {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  return [program, ...[...argv.slice(0, end), "--apply", ...argv.slice(end)].map(shellWord)].join(" ");
}
