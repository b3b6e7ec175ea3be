import type { VerifyDepth } from "../engine/verify/verify-staged.ts";
import type { SymbolKind } from "../model/plan.ts";
import type { CommandName } from "./options.ts";

export const FORMATS = ["text", "json", "diff", "markdown", "html"] as const;
export type Format = (typeof FORMATS)[number];

export const COLOR_CHOICES = ["auto", "always", "never"] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

/** How results are shown. */
export interface ViewOptions {
  readonly format: Format;
  readonly color: ColorChoice;
  readonly maxItems: number;
  readonly quiet: boolean;
}

/** How a plan is run. Paths are as the user gave them. */
export interface RunOptions {
  readonly repoRoot: string | null;
  readonly apply: boolean;
  readonly verify: VerifyDepth;
  readonly allResidue: boolean;
  readonly reportFile: string | null;
  /** Where the plan with what is suggested goes. */
  readonly proposeFile: string | null;
  /** null: as the plan says. */
  readonly sourceRoots: readonly string[] | null;
  readonly server: string | null;
  readonly sandbox: boolean;
}

export type RunCommand = (
  | { readonly command: "plan"; readonly file: string }
  | {
      readonly command: "symbol";
      readonly module: string;
      readonly name: string;
      readonly newName: string;
      readonly kind: SymbolKind;
    }
  | { readonly command: "module"; readonly old: string; readonly new: string }
) & { readonly run: RunOptions; readonly view: ViewOptions };

/** What the arguments ask for. */
export type Command =
  | RunCommand
  | {
      readonly command: "report";
      readonly file: string;
      readonly repoRoot: string | null;
      readonly view: ViewOptions;
    }
  | { readonly command: "version" }
  | { readonly command: "help"; readonly topic: CommandName | null }
  /** The arguments make no sense; `message` says why. */
  | { readonly command: "usage"; readonly topic: CommandName | null; readonly message: string };
