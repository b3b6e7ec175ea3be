import { renderDiff } from "../report/diff.ts";
import { renderHtml } from "../report/sheet/html.ts";
import { renderJson } from "../report/json.ts";
import { renderMarkdown } from "../report/markdown.ts";
import type { Report } from "../report/report.ts";
import { renderText } from "../report/text.ts";
import type { Render, View } from "../report/view.ts";
import { suggestionBlock } from "../run/suggestion-block.ts";
import { palette } from "./color.ts";
import type { Format, ViewOptions } from "./command.ts";
import type { Output, Terminal } from "./terminal.ts";

const FORMATS: Readonly<Record<Format, Render>> = {
  text: renderText,
  json: renderJson,
  markdown: renderMarkdown,
  diff: renderDiff,
  html: renderHtml,
};

const WIDEST = 120;
const NARROWEST = 40;

/** What the terminal adds to a view by itself. */
export type Shown = Omit<View, "palette" | "width" | "maxItems" | "suggestions">;

/** The result on stdout. A diff says nothing of residue and conflicts, so they go to stderr beside it. */
export function print(report: Report, shown: Shown, options: ViewOptions, terminal: Terminal): void {
  const on = (output: Output): View => ({
    ...shown,
    palette: palette(options.color, output.isTTY === true, terminal.environment),
    width: Math.max(NARROWEST, Math.min(WIDEST, output.columns ?? WIDEST)),
    maxItems: options.maxItems,
    suggestions: suggestionBlock(report, options.maxItems),
  });
  const text = FORMATS[options.format](report, on(terminal.stdout));
  if (options.format === "diff") {
    terminal.stdout.write(Buffer.from(text, "latin1"));
    terminal.stderr.write(renderText(report, on(terminal.stderr)));
  } else {
    terminal.stdout.write(text);
  }
}
