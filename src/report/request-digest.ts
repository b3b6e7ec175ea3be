import type { Plan } from "../model/plan.ts";
import { canonicalJson } from "./canonical-json.ts";

/** What was asked: a plan that was understood, or the text of one that was not. */
export type Request =
  | { readonly plan: Plan; readonly apply: boolean }
  | { readonly planText: string; readonly apply: boolean };

/**
 * Names a request by its content. Where the plan file and the repository lie, and where in the file an entry stands,
 * is no part of it.
 */
export function requestDigest(request: Request, sha256: (text: string) => string): string {
  if ("planText" in request) {
    return sha256(canonicalJson({ plan_text: request.planText.toWellFormed(), apply: request.apply }));
  }
  const { plan, apply } = request;
  const symbols = plan.symbols.map((symbol) => withoutPlace(symbol));
  const modules = plan.modules.map((module) => withoutPlace(module));
  const strings = plan.strings.map((string) => withoutPlace(string));
  const decisions = plan.decisions.map((decision) => withoutPlace(decision));
  const { version, sourceRoots, keepPatterns, strictStrings, requireDecisions } = plan;
  const asked = {
    version,
    sourceRoots,
    keepPatterns,
    strictStrings,
    requireDecisions,
    symbols,
    modules,
    strings,
    decisions,
  };
  return sha256(canonicalJson({ plan: asked, apply }));
}

function withoutPlace<T extends { readonly entry: string; readonly line: number }>(
  entry: T,
): Omit<T, "entry" | "line"> {
  const { entry: _entry, line: _line, ...rest } = entry;
  return rest;
}
