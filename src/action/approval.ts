import type { CheckRun } from "../github/check-run.ts";
import { isSameName } from "../github/is-same-name.ts";
import type { LabelEvent } from "../github/label.ts";
import type { AttemptId } from "./attempt-id.ts";
import { readAttemptId } from "./attempt-id.ts";

/** What is known about an approval before anything is run again. A null is a question that got no answer. */
export interface ApprovalFacts {
  readonly sender: { readonly login: string; readonly isPerson: boolean };
  readonly permission: { readonly mayWrite: boolean; readonly role: string } | null;
  /** The last that happened to it; null when nothing did. */
  readonly label: { readonly last: LabelEvent | null } | null;
  /** All attempts at the head. */
  readonly checkRuns: readonly CheckRun[] | null;
  /** Of the plan and the head that are here now; its attempt is the one that is under way. */
  readonly attempt: AttemptId;
}

export type Approval =
  /** The report that the approver could see; the dry run has to come to it again. */
  { readonly ok: true; readonly reportDigest: string } | { readonly ok: false; readonly why: string };

const AGAIN = "Put the label on again once the report is there.";

/** Whether a label is an approval. What is not known counts as no. */
export function approve(facts: ApprovalFacts): Approval {
  const { sender, permission, label, checkRuns } = facts;
  if (!sender.isPerson) return no(`${sender.login} is no person, and only persons can approve.`);
  if (permission === null) {
    return no(`Whether ${sender.login} may write to this repository could not be found out. ${AGAIN}`);
  }
  if (!permission.mayWrite) {
    return no(
      `${sender.login} has the role "${permission.role}" here. Approving takes write access: a plan writes to the branch.`,
    );
  }
  if (label === null) return no(`When the label was put on could not be found out. ${AGAIN}`);
  const { last } = label;
  if (last?.event !== "labeled") {
    return no("GitHub has no record of the label being on the pull request now.");
  }
  if (!isSameName(last.actor, sender.login)) {
    return no(`The label that is on the pull request now was put on by ${last.actor}, in another run.`);
  }
  if (checkRuns === null) return no(`The reports at this commit could not be read. ${AGAIN}`);
  return fromReport(lastReport(checkRuns, facts.attempt), last);
}

/** The newest finished one for this plan and this head. */
function lastReport(runs: readonly CheckRun[], attempt: AttemptId): CheckRun | null {
  const finished = runs.filter((run) => {
    const id = readAttemptId(run.externalId);
    return (
      run.isCompleted &&
      id?.planDigest === attempt.planDigest &&
      id.headSha === attempt.headSha &&
      id.reportDigest !== ""
    );
  });
  return finished.sort((a, b) => (a.completedAt < b.completedAt ? 1 : -1))[0] ?? null;
}

function fromReport(report: CheckRun | null, label: LabelEvent): Approval {
  if (report === null) {
    return no(
      `There is no finished report of this plan at this commit, so nobody can have seen one. ${AGAIN}`,
    );
  }
  if (report.conclusion === "failure") return no("The report at this commit refuses the plan.");
  if (Date.parse(report.completedAt) > Date.parse(label.at)) {
    return no(`The label was put on before the report was finished. ${AGAIN}`);
  }
  return { ok: true, reportDigest: readAttemptId(report.externalId)?.reportDigest ?? "" };
}

function no(why: string): Approval {
  return { ok: false, why };
}
