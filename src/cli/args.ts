import { parseArgs } from "node:util";
import { VERIFY_DEPTHS } from "../engine/verify/verify-staged.ts";
import { SYMBOL_KINDS } from "../model/plan.ts";
import { COLOR_CHOICES, FORMATS } from "./command.ts";
import type { Command, RunOptions, ViewOptions } from "./command.ts";
import { COMMANDS, OPTIONS } from "./options.ts";
import type { CommandName, Option } from "./options.ts";

const DEFAULT_MAX_ITEMS = 10;

/** The arguments behind the program's name, understood. */
export function parseCommand(argv: readonly string[]): Command {
  let topic = COMMANDS.find((known) => known === argv[0]) ?? null;
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
    const name = positionals[0];
    topic = COMMANDS.find((known) => known === name) ?? null;
    if (values.help === true || name === "help")
      return { command: "help", topic: topic ?? helpTopic(positionals) };
    if (values.version === true) return { command: "version" };
    if (name === undefined) throw new Misuse("a command is missing");
    if (topic === null) throw new Misuse(`there is no command "${name}"`);
    rejectForeign(topic, Object.keys(values));
    return toCommand(topic, positionals.slice(1), values);
  } catch (error) {
    if (error instanceof Misuse) return { command: "usage", topic, message: error.message };
    if (isParseError(error)) return { command: "usage", topic, message: firstSentence(error.message) };
    throw error;
  }
}

/** Leaves the parsing; never leaves this file. */
class Misuse extends Error {}

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>["values"];

function toCommand(name: CommandName, operands: readonly string[], values: Values): Command {
  switch (name) {
    case "plan": {
      const [file] = take(operands, ["PLAN"]);
      return { command: name, file: file ?? "", run: runOptions(values), view: viewOptions(values) };
    }
    case "symbol": {
      const [module = "", symbol = "", newName = ""] = take(operands, ["MODULE", "NAME", "NEW_NAME"]);
      const kind = oneOf("kind", SYMBOL_KINDS, values.kind) ?? "auto";
      const request = { module, name: symbol, newName, kind };
      return { command: name, ...request, run: runOptions(values), view: viewOptions(values) };
    }
    case "module": {
      const [old = "", to = ""] = take(operands, ["OLD", "NEW"]);
      return { command: name, old, new: to, run: runOptions(values), view: viewOptions(values) };
    }
    case "report": {
      const [file] = take(operands, ["FILE"]);
      const view = viewOptions(values);
      if (view.format === "diff") throw new Misuse("a report has no file contents to make a diff of");
      return { command: name, file: file ?? "", repoRoot: filled("repo-root", values["repo-root"]), view };
    }
  }
}

function runOptions(values: Values): RunOptions {
  return {
    repoRoot: filled("repo-root", values["repo-root"]),
    apply: values.apply === true,
    verify: oneOf("verify", VERIFY_DEPTHS, values.verify) ?? "full",
    allResidue: values["all-residue"] === true,
    reportFile: filled("report", values.report),
    proposeFile: filled("propose", values.propose),
    sourceRoots: values["source-root"]?.map((root) => filled("source-root", root) ?? "") ?? null,
    server: filled("server", values.server),
    sandbox: values["no-sandbox"] !== true,
  };
}

function viewOptions(values: Values): ViewOptions {
  const maxItems = values["max-items"];
  if (maxItems !== undefined && !/^\d{1,9}$/.test(maxItems))
    throw new Misuse("--max-items wants a whole number");
  return {
    format: oneOf("format", FORMATS, values.format) ?? "text",
    color: oneOf("color", COLOR_CHOICES, values.color) ?? "auto",
    maxItems: maxItems === undefined ? DEFAULT_MAX_ITEMS : Number(maxItems),
    quiet: values.quiet === true,
  };
}

function take(operands: readonly string[], names: readonly string[]): readonly string[] {
  const missing = names.slice(operands.length);
  if (missing.length > 0)
    throw new Misuse(`${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} missing`);
  const extra = operands[names.length];
  if (extra !== undefined) throw new Misuse(`"${extra}" is one argument too many`);
  const empty = names.find((_, i) => operands[i] === "");
  if (empty !== undefined) throw new Misuse(`${empty} is empty`);
  return operands;
}

function rejectForeign(name: CommandName, given: readonly string[]): void {
  const foreign = Object.entries<Option>(OPTIONS).find(
    ([key, option]) => given.includes(key) && option.commands?.includes(name) === false,
  );
  if (foreign !== undefined) throw new Misuse(`"${name}" has no option --${foreign[0]}`);
}

function oneOf<T extends string>(option: string, choices: readonly T[], value: string | undefined): T | null {
  if (value === undefined) return null;
  const found = choices.find((choice) => choice === value);
  if (found === undefined)
    throw new Misuse(`--${option} is one of ${choices.join(", ")}; "${value}" is none`);
  return found;
}

function filled(option: string, value: string | undefined): string | null {
  if (value === "") throw new Misuse(`--${option} is empty`);
  return value ?? null;
}

function helpTopic(positionals: readonly string[]): CommandName | null {
  return COMMANDS.find((known) => known === positionals[1]) ?? null;
}

function isParseError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("ERR_PARSE_ARGS")
  );
}

/** Node's message goes on with advice for the author of the program. */
function firstSentence(message: string): string {
  return message.split(/\.\s/, 1)[0] ?? message;
}
