import type { RunCommand } from "./command.ts";
import type { PlanText } from "./plan-text.ts";

type Single = Exclude<RunCommand, { readonly command: "plan" }>;

/** The plan that `symbol` or `module` stands for. It passes the same checks as one from a file. */
export function planFromArguments(command: Single, folder: string): PlanText {
  const entry =
    command.command === "symbol"
      ? {
          symbols: [
            { module: command.module, name: command.name, new_name: command.newName, kind: command.kind },
          ],
        }
      : { modules: [{ old: command.old, new: command.new }] };
  return { text: JSON.stringify({ version: 1, ...entry }), format: "json", folder, fileName: null };
}

/** The argument that a key of that plan came from: people gave `NEW_NAME`, not `symbols[0].new_name`. */
const ARGUMENTS: readonly (readonly [RegExp, string])[] = [
  [/\bsymbols\[0\]\.new_name\b/g, "NEW_NAME"],
  [/\bsymbols\[0\]\.name\b/g, "NAME"],
  [/\bsymbols\[0\]\.module\b/g, "MODULE"],
  [/\bsymbols\[0\]\.kind\b/g, "--kind"],
  [/\bmodules\[0\]\.old\b/g, "OLD"],
  [/\bmodules\[0\]\.new\b/g, "NEW"],
];

export function nameArguments(message: string): string {
  return ARGUMENTS.reduce((text, [key, argument]) => text.replace(key, argument), message);
}
