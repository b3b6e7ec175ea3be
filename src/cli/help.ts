import { OPTIONS } from "./options.ts";
import type { CommandName, Option } from "./options.ts";

interface Page {
  readonly usage: string;
  readonly about: string;
  readonly example: string;
}

const PAGES: Readonly<Record<CommandName, Page>> = {
  plan: {
    usage: "rename-plan plan PLAN [options]",
    about:
      "Checks a plan (TOML or JSON) and shows what it would change.\n" +
      "It also shows each place that it would leave, and why it would refuse. With --apply it writes all changes or none.",
    example:
      "rename-plan plan rename-plan.toml --report report.json\n  rename-plan plan rename-plan.toml --apply",
  },
  symbol: {
    usage: "rename-plan symbol MODULE NAME NEW_NAME [options]",
    about: "Renames one symbol without a plan file. A member is dotted; NEW_NAME is its last component only.",
    example:
      "rename-plan symbol shop.models Customer Client\n  rename-plan symbol shop.models Customer.full_name display_name --apply",
  },
  module: {
    usage: "rename-plan module OLD NEW [options]",
    about: "Moves a module or a package to another dotted path. This version cannot do it yet, and refuses.",
    example: "rename-plan module shop.models shop.domain.models",
  },
  report: {
    usage: "rename-plan report FILE [options]",
    about: "Shows a report that --report wrote, as text, Markdown, JSON, or an HTML page to decide on.",
    example: "rename-plan report report.json --format markdown",
  },
};

const EXIT_CODES =
  "Exit code: 0 safe or applied; 1 refused, aborted or rolled back; 2 wrong usage, or something\nthe run needs failed.";

/** The help page of a command, or of the program. */
export function help(topic: CommandName | null): string {
  return topic === null ? overview() : page(topic);
}

function overview(): string {
  const width = Math.max(...Object.values(PAGES).map(({ usage }) => bare(usage).length));
  const commands = Object.values(PAGES).map(
    ({ usage, about }) => `  ${bare(usage).padEnd(width)}   ${firstSentence(about)}`,
  );
  return [
    "rename-plan renames things across a Python codebase: all of it, or none.",
    "",
    "Commands:",
    ...commands,
    "",
    "Options:",
    "  -h, --help   show help; behind a command, its own",
    "  --version    show the version",
    "",
    "Example:",
    "  rename-plan symbol shop.models Customer Client",
    "",
    EXIT_CODES,
    "",
  ].join("\n");
}

function page(topic: CommandName): string {
  const { usage, about, example } = PAGES[topic];
  const rows = Object.entries<Option>(OPTIONS)
    .filter(([, option]) => option.commands?.includes(topic) ?? true)
    .map(([name, option]) => [flag(name, option), option.help] as const);
  const width = Math.max(...rows.map(([left]) => left.length));
  return [
    `Usage: ${usage}`,
    "",
    about,
    "",
    "Options:",
    ...rows.map(([left, text]) => `  ${left.padEnd(width)}   ${text}`),
    "",
    "Example:",
    `  ${example}`,
    "",
    EXIT_CODES,
    "",
  ].join("\n");
}

function flag(name: string, option: Option): string {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  return `${short}--${name}${option.value === undefined ? "" : ` ${option.value}`}`;
}

function bare(usage: string): string {
  return usage.replace("rename-plan ", "").replace(" [options]", "");
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/, 1)[0] ?? text;
}
