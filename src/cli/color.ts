import { styleText } from "node:util";
import { PLAIN } from "../report/palette.ts";
import type { Palette } from "../report/palette.ts";
import type { ColorChoice } from "./command.ts";
import type { Environment } from "./environment.ts";

/** The option wins over the environment, and the environment over what the stream is. */
export function palette(choice: ColorChoice, isTerminal: boolean, environment: Environment): Palette {
  return isColoured(choice, isTerminal, environment) ? COLOURED : PLAIN;
}

function isColoured(choice: ColorChoice, isTerminal: boolean, environment: Environment): boolean {
  if (choice !== "auto") return choice === "always";
  if (environment.forceColor !== null) return environment.forceColor;
  return isTerminal && !environment.noColor && !environment.dumbTerminal;
}

type Style = Parameters<typeof styleText>[0];

function style(format: Style): (text: string) => string {
  return (text) => styleText(format, text, { validateStream: false });
}

const COLOURED: Palette = {
  good: style("green"),
  bad: style("red"),
  strong: style("bold"),
  faint: style("dim"),
  place: style("cyan"),
};
