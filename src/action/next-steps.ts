import { count } from "../report/count.ts";
import { escapeMarkdown, markdownBlock, markdownCode } from "../report/escape-markdown.ts";
import { escapeText } from "../report/escape-text.ts";
import { nextStep } from "../report/next-step.ts";
import type { Report } from "../report/report.ts";
import { shellWord } from "../report/shell-word.ts";
import type { Trial } from "./try-plans.ts";

/** What a pull request is told to do next: Markdown paragraphs. */
export function nextSteps(trial: Trial, situation: Situation): readonly string[] {
  const { report } = trial;
  switch (situation.kind) {
    case "waiting":
      if (!report.safe_to_apply) return afterRefusal(report);
      if (situation.obstacle !== null) {
        return [
          `**This action cannot apply it:** ${escapeMarkdown(situation.obstacle)} Apply it in a clone, with the command line that this action's README names:`,
          localCommand(trial.plans.paths),
        ];
      }
      return [
        `**To apply it,** put the label ${markdownCode(situation.label)} on this pull request; that takes write access. The plan is then applied by one commit on this branch, unless anything changes before. A new commit dismisses approvals where the branch rules say so: apply first, and review afterwards.`,
      ];
    case "read_only":
      if (!report.safe_to_apply) return afterRefusal(report);
      return [
        `**To apply it,** run this in a clone of the branch (the README of this action says how to get the command), and push; the token of this run can write nothing${situation.isFork ? ", because the branch is in a fork" : ""}.`,
        localCommand(trial.plans.paths),
      ];
    case "applied": {
      const paths = count(report.operations.length, "file");
      return [
        `Applied to ${paths} in ${situation.sha}, approved by ${escapeMarkdown(situation.approver)}.`,
        ...(situation.startsWorkflows
          ? []
          : [
              "The commit was made with the job's own token, so other workflows may wait for an approval of their runs, or not start at all: approve the runs, or close and reopen the pull request. With the input `push-token` (the token of an App) they start by themselves.",
            ]),
      ];
    }
  }
}

export type Situation =
  /** For the label; `obstacle` says why the action could not apply it even then, null otherwise. */
  | { readonly kind: "waiting"; readonly label: string; readonly obstacle: string | null }
  /** For somebody with other rights than this run. */
  | { readonly kind: "read_only"; readonly isFork: boolean }
  | {
      readonly kind: "applied";
      readonly sha: string;
      readonly approver: string;
      readonly startsWorkflows: boolean;
    };

function afterRefusal(report: Report): readonly string[] {
  const next = nextStep(report, { applyCommand: null });
  return next === null ? [] : [`**What to do:** ${next.text}`];
}

/** With the command line of this very program; the plan goes with the commit, or it would be tried again and refused. */
export function localCommand(paths: readonly string[]): string {
  const words = paths.map(shellWord);
  const lines = [
    ...words.map((word) => `rename-plan plan ${word} --apply`),
    `git rm --quiet -- ${words.join(" ")}`,
    'git commit --all --message "Apply the rename plan"',
  ];
  return markdownBlock(lines.map(escapeText), "sh").join("\n");
}
