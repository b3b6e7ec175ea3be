import { ServerError } from "../lsp/server-error.ts";
import { escapeText } from "../report/escape-text.ts";
import { WorkspaceError } from "../workspace/workspace-error.ts";
import { UsageError } from "./usage-error.ts";

/** What to print for an error that ended the program. Only a bug shows where it came from, and only when asked. */
export function explainError(error: unknown, isDebug: boolean): string {
  const message = escapeLines(error instanceof Error ? error.message : String(error));
  const isKnown =
    error instanceof UsageError || error instanceof ServerError || error instanceof WorkspaceError;
  const lines = isKnown
    ? [`rename-plan: ${message}`]
    : [
        `rename-plan: internal error: ${message}`,
        "This is a bug of rename-plan: please report it, with the output of --debug.",
      ];
  if (isDebug && error instanceof Error) lines.push(escapeLines(error.stack ?? ""));
  return `${lines.join("\n")}\n`;
}

function escapeLines(text: string): string {
  return text.split("\n").map(escapeText).join("\n");
}
