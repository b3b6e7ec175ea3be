import type { Conflict } from "../../model/conflict.ts";
import { conflict } from "../../model/conflict.ts";
import { placeAt } from "../place-at.ts";
import type { Diagnostic } from "../ports.ts";
import type { ChangedFile } from "./changed-tree.ts";
import { hasOwnTwin } from "./own-twin.ts";
import type { ServerProof } from "./proof.ts";
import { shownAfter, shownBefore } from "./show-state.ts";

/**
 * No checked file has a fault on the staged copy that it has not before, by rule and place; messages hold names. And each member
 * overrides what it overrode: a link that is cut is no fault to a type checker.
 */
export async function verifyDiagnostics(
  checked: readonly ChangedFile[],
  proof: ServerProof,
): Promise<Conflict | null> {
  const { base, staged } = proof;
  const asked = checked.map((file) =>
    Promise.all([base.diagnostics(file.path), staged.diagnostics(file.newPath)]),
  );
  for (const [index, [before, after]] of (await Promise.all(asked)).entries()) {
    const file = checked[index];
    if (file === undefined) continue;
    const [olds, nows] = [before, after].map((list) => list.filter(({ severity }) => severity === "error"));
    const { lost, grown } = difference(file, olds ?? [], nows ?? []);
    if (lost !== undefined) return lostLink(file, lost);
    for (const fault of grown) {
      // oxlint-disable-next-line no-await-in-loop -- seldom more than none
      if (!(await isOfOwnTwin(fault, file, proof))) return grownFault(file, fault);
    }
  }
  return null;
}

function difference(file: ChangedFile, olds: readonly Diagnostic[], nows: readonly Diagnostic[]) {
  const grown = [...nows];
  const gone = olds.filter((old) => {
    const match = grown.findIndex((now) => isSame(old, now, file));
    if (match !== -1) grown.splice(match, 1);
    return match === -1;
  });
  return { lost: gone.find(({ rule }) => rule === OVERRIDE), grown };
}

/** The server took the module of another service for the one that is meant. */
async function isOfOwnTwin(
  { range }: Diagnostic,
  file: ChangedFile,
  { base, tree }: ServerProof,
): Promise<boolean> {
  const origin = file.linesBefore.positionAt(file.origin(file.linesAfter.offsetAt(range.start)));
  const before = await base.definition(file.path, origin);
  return before.length > 0 && before.every((location) => hasOwnTwin(location, file, tree));
}

function grownFault(file: ChangedFile, grown: Diagnostic): Conflict {
  const at = file.linesAfter.offsetAt(grown.range.start);
  const origin = file.origin(at);
  const isLink = grown.rule === OVERRIDE;
  const what = isLink
    ? "A member would override another one, which it does not now"
    : "The type checker would find a fault that is not there now";
  const message =
    `${what}. Before: ${shownBefore(file, origin)} -> nothing found. ` +
    `After: ${shownAfter(file, at)} -> ${grown.message.split("\n", 1)[0]} (${grown.rule ?? "syntax"}). ` +
    "Nothing was written. Choose another new name, or change the code there by hand first.";
  const code = isLink ? "verify/overrides" : "verify/diagnostics";
  return conflict(code, "", message, placeAt({ path: file.path, lines: file.linesBefore }, origin));
}

const OVERRIDE = "reportImplicitOverride";

function lostLink(file: ChangedFile, old: Diagnostic): Conflict {
  const at = file.linesBefore.offsetAt(old.range.start);
  const message =
    "A member would not override what it overrides now. " +
    `Before: ${shownBefore(file, at)} -> ${old.message.split("\n", 1)[0]}. ` +
    `After: ${shownAfter(file, file.moved(at).from)} -> overrides nothing. ` +
    "Nothing was written. Add an entry for the other member, so that both are renamed.";
  return conflict("verify/overrides", "", message, placeAt({ path: file.path, lines: file.linesBefore }, at));
}

function isSame(old: Diagnostic, now: Diagnostic, file: ChangedFile): boolean {
  if (old.rule !== now.rule) return false;
  const { from, to } = file.moved(file.linesBefore.offsetAt(old.range.start));
  const at = file.linesAfter.offsetAt(now.range.start);
  return from <= at && at <= to;
}
