export const COMMANDS = ["plan", "symbol", "module", "report"] as const;
export type CommandName = (typeof COMMANDS)[number];

export interface Option {
  readonly type: "string" | "boolean";
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands behind the option, as in `DIR` or `auto|always|never`. */
  readonly value?: string;
  /** Where it may stand; everywhere when left out. */
  readonly commands?: readonly CommandName[];
  readonly help: string;
}

const RUNS = ["plan", "symbol", "module"] as const;

/** Every option of every command: what the command line accepts and what `--help` says. */
export const OPTIONS = {
  "repo-root": {
    type: "string",
    value: "DIR",
    help: "the repository; wins over the plan's repo_root (default: the git top level)",
  },
  apply: { type: "boolean", commands: RUNS, help: "write the changes (default: dry run)" },
  verify: {
    type: "string",
    value: "DEPTH",
    commands: RUNS,
    help: "full, or fast: without a second server on a copy of the tree (default: full)",
  },
  report: { type: "string", value: "FILE", commands: RUNS, help: "write the whole report as JSON" },
  "all-residue": {
    type: "boolean",
    commands: RUNS,
    help: "list ordinary words outside Python too, which otherwise are only counted",
  },
  propose: {
    type: "string",
    value: "FILE",
    commands: RUNS,
    help: "write the plan with the entries that the report suggests",
  },
  kind: {
    type: "string",
    value: "KIND",
    commands: ["symbol"],
    help: "auto, class, function, variable, method, attribute or parameter (default: auto)",
  },
  "source-root": {
    type: "string",
    multiple: true,
    value: "DIR",
    commands: RUNS,
    help: "a folder that imports start from, relative to the repository; may be repeated (default: detected)",
  },
  server: {
    type: "string",
    value: "PATH",
    commands: RUNS,
    help: "the basedpyright to use (default: the installed one)",
  },
  "no-sandbox": {
    type: "boolean",
    commands: RUNS,
    help: "let the server read, write and start what you may",
  },
  format: {
    type: "string",
    value: "FORMAT",
    help: "text, json, markdown or html; for a run also diff (default: text)",
  },
  "max-items": { type: "string", value: "N", help: "how many places are shown of each kind (default: 10)" },
  color: { type: "string", value: "WHEN", help: "auto, always or never (default: auto)" },
  quiet: { type: "boolean", short: "q", commands: RUNS, help: "no progress" },
  debug: { type: "boolean", help: "show where an internal error came from" },
  help: { type: "boolean", short: "h", help: "show this help" },
  version: { type: "boolean", help: "show the version" },
} as const satisfies Readonly<Record<string, Option>>;
