import { planDigest } from "../../src/action/try-plans.ts";

/** What a commit of the action says when it has applied a plan, for commits that a test makes or forges. */
export function appliedMessage(base: string, path: string, text: string): string {
  return [
    "Rename m:alpha -> omega",
    "",
    `Rename-Plan: ${planDigest({ path, text })} ${JSON.stringify(path)}`,
    `Rename-Plan-Base: ${base}`,
    `Rename-Plan-Report: ${"0".repeat(64)}`,
    "Rename-Plan-Approved-By: bob",
    "",
  ].join("\n");
}
