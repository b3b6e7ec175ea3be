import type { Progress } from "../engine/ports.ts";
import { escapeText } from "../report/escape-text.ts";
import type { Output } from "./terminal.ts";

/** Only what takes longer is worth telling. Milliseconds. */
const DELAY = 1000;

export interface ProgressLine extends Progress {
  /** Takes the line back; nothing is shown afterwards. */
  end(): void;
}

/** On a terminal one line that changes; elsewhere a line for each stage that lasts. */
export function progressLine(output: Output, isTerminal: boolean): ProgressLine {
  let timer: NodeJS.Timeout | null = null;
  let isShown = false;

  const show = (text: string): void => {
    const columns = output.columns ?? 80;
    output.write(isTerminal ? `\r\x1b[K${text.slice(0, columns - 1)}` : `${text}\n`);
    isShown = true;
  };
  const stop = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };

  return {
    stage(stage) {
      stop();
      const text = `${escapeText(stage)} …`;
      if (isTerminal && isShown) return show(text);
      timer = setTimeout(() => show(text), DELAY);
      timer.unref();
    },
    end() {
      stop();
      if (isTerminal && isShown) output.write("\r\x1b[K");
      isShown = false;
    },
  };
}

export const NO_PROGRESS: ProgressLine = { stage() {}, end() {} };
