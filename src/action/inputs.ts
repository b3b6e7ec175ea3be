import { RESIDUE_REASONS } from "../model/residue-item.ts";
import type { ResidueReason } from "../model/residue-item.ts";
import { ANNOTATION_LEVELS, DEFAULT_LEVELS } from "../report/annotations.ts";
import type { AnnotationLevel, AnnotationLevels } from "../report/annotations.ts";
import { KNOWN_SERVERS } from "./known-servers.ts";
import type { ServerPackage } from "./known-servers.ts";

/** The inputs of action.yml, understood. */
export interface Inputs {
  readonly githubToken: string;
  /** The branch is moved with it, so that other workflows start; null: with the job's token. */
  readonly pushToken: string | null;
  /** Globs, POSIX, relative to the top. */
  readonly plan: readonly string[];
  readonly applyLabel: string;
  readonly afterApply: "remove" | "keep";
  readonly server: ServerPackage;
  /** An installed server; null: it is installed. */
  readonly serverPath: string | null;
  /** null: as the plan says. */
  readonly sourceRoots: readonly string[] | null;
  readonly levels: AnnotationLevels;
  readonly maxAnnotations: number;
  readonly comment: boolean;
  readonly failOnRefusal: boolean;
  /** null: a file in the runner's temporary folder. */
  readonly report: string | null;
  /** The artifact that the workflow puts the sheet into; null when it does not say. */
  readonly sheetArtifact: string | null;
}

export type ReadInputs =
  | { readonly ok: true; readonly inputs: Inputs }
  /** One sentence for every input that makes no sense. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** What action.yml has as defaults; a test compares. */
export const DEFAULTS: Readonly<Record<string, string>> = {
  plan: "**/rename-plan*.{toml,json}",
  "apply-label": "rename-plan: apply",
  "after-apply": "remove",
  "basedpyright-version": "1.40.1",
  annotate: [...DEFAULT_LEVELS].map(([reason, level]) => `${reason}=${level}`).join(", "),
  "max-annotations": "500",
  comment: "true",
  "fail-on-refusal": "true",
};

const MOST_ANNOTATIONS = 5000;

/** `read` gives the value of an input, "" when it has none. Every fault is found, not the first. */
export function readInputs(read: (name: string) => string): ReadInputs {
  const faults: string[] = [];
  const text = (name: string): string => read(name).trim() || (DEFAULTS[name] ?? "");
  const wrong = <T>(name: string, allowed: string, instead: T): T => {
    faults.push(`Input "${name}" has the value ${JSON.stringify(text(name))}; allowed: ${allowed}.`);
    return instead;
  };
  const oneOf = <T extends string>(name: string, values: readonly T[], instead: T): T =>
    values.find((value) => value === text(name)) ??
    wrong(name, values.map((value) => `"${value}"`).join(" or "), instead);
  const isTrue = (name: string): boolean => oneOf(name, ["true", "false"], "false") === "true";
  const list = (name: string): readonly string[] =>
    text(name)
      .split(/[\n,]/)
      .map((item) => item.trim())
      .filter((item) => item !== "");

  const inputs: Inputs = {
    githubToken: text("github-token") || wrong("github-token", "a token, as `${{ github.token }}`", ""),
    pushToken: text("push-token") || null,
    plan: text("plan")
      .split("\n")
      .map((glob) => glob.trim())
      .filter((glob) => glob !== ""),
    applyLabel: /^[^\n]{1,50}$/.test(text("apply-label"))
      ? text("apply-label")
      : wrong("apply-label", "the name of a label, one line of at most 50 characters", ""),
    afterApply: oneOf("after-apply", ["remove", "keep"], "remove"),
    server: readServer(text("basedpyright-version")) ?? wrong("basedpyright-version", SERVERS, NO_SERVER),
    serverPath: text("server-path") || null,
    sourceRoots: text("source-roots") === "" ? null : list("source-roots"),
    levels: readLevels(list("annotate")) ?? wrong("annotate", LEVELS, DEFAULT_LEVELS),
    maxAnnotations: readCount(text("max-annotations")) ?? wrong("max-annotations", COUNT, 0),
    comment: isTrue("comment"),
    failOnRefusal: isTrue("fail-on-refusal"),
    report: text("report") || null,
    sheetArtifact: text("sheet-artifact") || null,
  };
  return faults.length === 0 ? { ok: true, inputs } : { ok: false, faults };
}

const NO_SERVER: ServerPackage = { version: "", integrity: "" };
const SERVERS = `${[...KNOWN_SERVERS.keys()].map((v) => `"${v}"`).join(", ")}, or any other version with its integrity behind it, as in "1.40.1 sha512-…"`;
const LEVELS = `a list of reasons (${RESIDUE_REASONS.join(", ")}), each with a level of its own if wanted (${ANNOTATION_LEVELS.join(", ")}), as in "unresolved=failure, comment=notice"; or "none"`;
const COUNT = `a whole number from 0 to ${MOST_ANNOTATIONS}`;

function readServer(text: string): ServerPackage | null {
  const known = KNOWN_SERVERS.get(text);
  if (known !== undefined) return { version: text, integrity: known };
  const [, version, integrity] = /^(\d+\.\d+\.\d+)\s+(sha512-[A-Za-z0-9+/]{86}==)$/.exec(text) ?? [];
  return version === undefined || integrity === undefined ? null : { version, integrity };
}

function readLevels(items: readonly string[]): AnnotationLevels | null {
  if (items.length === 1 && items[0] === "none") return new Map();
  const levels = new Map<ResidueReason, AnnotationLevel>();
  for (const item of items) {
    const [name, given, ...rest] = item.split("=").map((part) => part.trim());
    const reason = RESIDUE_REASONS.find((known) => known === name);
    if (reason === undefined || rest.length > 0) return null;
    const level =
      given === undefined
        ? (DEFAULT_LEVELS.get(reason) ?? "notice")
        : ANNOTATION_LEVELS.find((known) => known === given);
    if (level === undefined) return null;
    levels.set(reason, level);
  }
  return levels;
}

function readCount(text: string): number | null {
  const count = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return count <= MOST_ANNOTATIONS ? count : null;
}
