import { escapeText } from "../report/escape-text.ts";

/**
 * Text for the log of a job, line by line: nothing in it is a workflow command. The runner takes `::` at the start of a
 * line for one, and `##[` anywhere in it (actions/runner, ActionCommand.cs).
 */
export function tell(text: string): string {
  return text
    .split("\n")
    .map((line) =>
      escapeText(line)
        .replace(/^(\s*):(?=:)/, "$1: ")
        .replaceAll("##[", "## ["),
    )
    .join("\n");
}
