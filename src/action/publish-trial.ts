import { annotations } from "../report/annotations.ts";
import type { Annotation, AnnotationLevel } from "../report/annotations.ts";
import { count } from "../report/count.ts";
import { markdownCode } from "../report/escape-markdown.ts";
import { headline } from "../report/headline.ts";
import { writeSuggestions } from "../plan/write-plan.ts";
import { renderPullRequest } from "../report/pull-request.ts";
import type { Report } from "../report/report.ts";
import { totals } from "../report/totals.ts";
import { suggestionBlock } from "../run/suggestion-block.ts";
import type { Context } from "./context.ts";
import { closeGate } from "./gate.ts";
import type { Gate, Result } from "./gate.ts";
import { nextSteps } from "./next-steps.ts";
import type { Situation } from "./next-steps.ts";
import { changesFromTop } from "./outputs.ts";
import { tryComment } from "./try-comment.ts";
import type { Trial } from "./try-plans.ts";

export interface Publication {
  readonly trial: Trial;
  readonly situation: Situation;
  /** null: nothing can be written to GitHub but the log and the job summary. */
  readonly gate: Gate | null;
  /** The pull request to comment on; null: none. */
  readonly comment: number | null;
  /** Paragraphs of Markdown above everything else. */
  readonly remarks: readonly string[];
}

/** How many places the block to paste is about. */
const SUGGESTED_PLACES = 50;

/** GitHub takes 65,535 characters; what it counts is not said, so bytes are kept to as well. */
const SUMMARY = { characters: 65_000, bytes: 65_000 };
/** A step may write 1 MiB. */
const JOB_SUMMARY = { characters: 1_000_000, bytes: 1_000_000 };
const COMMENT = { characters: 60_000, bytes: 60_000 };

/** The runner shows no more remarks of one level of one step. */
const REMARKS_OF_A_LEVEL = 10;

/** Tells everybody what a trial came to. Rejects with a GitHubError when the gate could not be set. */
export async function publishTrial(context: Context, publication: Publication): Promise<void> {
  const { runner, inputs } = context;
  const { trial, situation, gate, remarks } = publication;
  const { report, prefix } = trial;
  const hasCheck = gate !== null && gate.checkRun !== null;
  const found = annotations(report, inputs.levels, inputs.maxAnnotations, prefix, (suggestion) =>
    writeSuggestions([suggestion]),
  );
  const shown = hasCheck ? found.shown : firstOfEachLevel(found.shown);
  const cut = found.total - shown.length;
  const next = [
    ...remarks,
    ...nextSteps(trial, situation),
    ...sheetLine(inputs.sheetArtifact, report, runner.environment.runUrl),
    ...(cut > 0 ? [`Only ${shown.length} of ${count(found.total, "place")} are annotated in the code.`] : []),
  ];
  const whole = `The whole report is in the files that the outputs \`report\` and \`patch\` name; see the run: ${runner.environment.runUrl}`;
  const view = {
    suggestions: suggestionBlock(report, SUGGESTED_PLACES),
    plans: trial.plans.paths,
    lineText: trial.lineText,
    changes: changesFromTop(trial),
    next,
    whole,
  };
  const render = (maxItems: number, limit: typeof SUMMARY) =>
    renderPullRequest(report, { ...view, maxItems }, limit);

  await runner.writeSummary(render(200, JOB_SUMMARY));
  if (!hasCheck) for (const annotation of shown) runner.annotate(annotation);
  if (gate !== null) {
    const annotated = hasCheck ? shown : [];
    await closeGate(context, gate, toResult(trial, situation, render(50, SUMMARY), annotated));
  }
  if (publication.comment !== null && gate !== null && inputs.comment) {
    await tryComment(context, publication.comment, () => render(10, COMMENT));
  }
}

function toResult(
  { report }: Trial,
  situation: Situation,
  summary: string,
  shown: readonly Annotation[],
): Result {
  const words = headline(report, totals(report));
  const check = { title: words, summary, annotations: shown };
  const result = (
    state: Result["status"]["state"],
    conclusion: Result["check"]["conclusion"],
    description: string,
  ): Result => ({
    status: { state, description },
    check: { ...check, conclusion },
    reportDigest: report.report_digest,
  });
  if (situation.kind === "applied") return result("success", "success", `Applied in ${situation.sha}.`);
  if (!report.safe_to_apply) return result("failure", "failure", words);
  if (situation.kind === "waiting" && situation.obstacle !== null) {
    return result("failure", "failure", situation.obstacle);
  }
  const label = situation.kind === "waiting" ? `; waiting for the label "${situation.label}"` : "";
  return result("pending", "neutral", `${words}${label}`);
}

function sheetLine(artifact: string | null, report: Report, runUrl: string): readonly string[] {
  const { blocking, left } = totals(report);
  if (artifact === null || blocking.length + left.length === 0) return [];
  return [
    `**To rule on what is left,** open the decision sheet: the artifact ${markdownCode(artifact)} of [the run](${runUrl}#artifacts).`,
  ];
}

function firstOfEachLevel(all: readonly Annotation[]): readonly Annotation[] {
  const counts = new Map<AnnotationLevel, number>();
  return all.filter(({ level }) => {
    const number = (counts.get(level) ?? 0) + 1;
    counts.set(level, number);
    return number <= REMARKS_OF_A_LEVEL;
  });
}
