import type { Conflict } from "../model/conflict.ts";
import type { ResidueItem, ResidueReason, Suggestion } from "../model/residue-item.ts";
import { byReason } from "./by-reason.ts";
import { cutText } from "./cut-text.ts";
import { escapeText } from "./escape-text.ts";
import { REASON_TITLE } from "./reason-text.ts";
import type { Report } from "./report.ts";
import { totals } from "./totals.ts";

export const ANNOTATION_LEVELS = ["failure", "warning", "notice"] as const;
export type AnnotationLevel = (typeof ANNOTATION_LEVELS)[number];

/** Which reasons are shown, and how. A reason that is not in it is only counted. */
export type AnnotationLevels = ReadonlyMap<ResidueReason, AnnotationLevel>;

export const DEFAULT_LEVELS: AnnotationLevels = new Map([
  ["unresolved", "failure"],
  ["unparseable", "failure"],
  ["string_literal", "warning"],
  ["out_of_scope", "warning"],
  ["docstring", "notice"],
  ["comment", "notice"],
]);

/** One remark at one line of a file, as GitHub shows it beside the code. */
export interface Annotation {
  /** POSIX, relative to the top of the repository. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, UTF-16 code units; 0 for the line as a whole. */
  readonly column: number;
  readonly level: AnnotationLevel;
  readonly title: string;
  readonly message: string;
}

export interface Annotations {
  readonly shown: readonly Annotation[];
  /** How many there would be without the limit. */
  readonly total: number;
}

/** GitHub's documentation of check runs: 255 characters of title, 64 KB of message. */
const TITLE = { characters: 255, bytes: 1020 };
const MESSAGE = { characters: 60_000, bytes: 64_000 };

/**
 * What blocks comes first, then the conflicts that have a place, then the rest of the residue, reason by reason, sorted by place.
 * `prefix` stands before every path: "" or a folder with a slash at its end. `written` gives a suggestion as lines of a plan.
 */
export function annotations(
  report: Report,
  levels: AnnotationLevels,
  limit: number,
  prefix: string,
  written: (suggestion: Suggestion) => string,
): Annotations {
  const { blocking, left, conflicts } = totals(report);
  const all = [
    ...ofResidue(blocking, levels, prefix, written),
    ...conflicts.filter(({ path, line }) => path !== "" && line > 0).map((c) => ofConflict(c, prefix)),
    ...ofResidue(left, levels, prefix, written),
  ];
  return { shown: all.slice(0, limit), total: all.length };
}

function ofResidue(
  items: readonly ResidueItem[],
  levels: AnnotationLevels,
  prefix: string,
  written: (suggestion: Suggestion) => string,
): readonly Annotation[] {
  return byReason(items).flatMap(({ reason, items: places }) => {
    const level = levels.get(reason);
    return level === undefined ? [] : places.map((item) => ofItem(item, level, prefix, written));
  });
}

function ofItem(
  item: ResidueItem,
  level: AnnotationLevel,
  prefix: string,
  written: (suggestion: Suggestion) => string,
): Annotation {
  const lines = item.suggestion === undefined ? [] : written(item.suggestion).trimEnd().split("\n");
  const suggestion =
    lines.length === 0 ? "" : `\n\nTo rename it too, in the plan:\n${lines.map(escapeText).join("\n")}`;
  const text = item.text === "" ? "" : `${escapeText(item.text)}\n`;
  return {
    path: prefix + item.path,
    line: Math.max(1, item.line),
    column: item.line === 0 ? 0 : item.column,
    level,
    title: `rename-plan: ${REASON_TITLE[item.reason]} [${item.reason}]`,
    message: cutText(`${text}${escapeText(item.detail) || REASON_TITLE[item.reason]}${suggestion}`, MESSAGE),
  };
}

function ofConflict({ code, message, path, line, column }: Conflict, prefix: string): Annotation {
  return {
    path: prefix + path,
    line,
    column,
    level: "failure",
    title: cutText(`rename-plan: ${code}`, TITLE),
    message: cutText(escapeText(message), MESSAGE),
  };
}
