import type { FileChange } from "./diff.ts";
import type { Palette } from "./palette.ts";
import type { Report } from "./report.ts";

/** The text of a source line without its line end, by 1-based number; null where it is not known. */
export type LineText = (path: string, line: number) => string | null;

/** What a format may use besides the report. */
export interface View {
  readonly palette: Palette;
  /** Columns; source lines are cut to it. */
  readonly width: number;
  /** How many places are shown of each reason, and how many conflicts. */
  readonly maxItems: number;
  readonly lineText: LineText;
  /** The files of the report's operations, before and after. Only the diff needs them. */
  readonly changes: readonly FileChange[];
  /** Entries to paste into the plan, in TOML; "" where nothing is suggested. */
  readonly suggestions: string;
  /** The command that applies what the report says; null where there is none to tell. */
  readonly applyCommand: string | null;
  /** Where the whole report was written, as the user named it; null where it was not. */
  readonly reportFile: string | null;
}

/** One output format. */
export type Render = (report: Report, view: View) => string;
