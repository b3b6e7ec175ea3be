import { count } from "./count.ts";
import { cutText, fits } from "./cut-text.ts";
import type { TextLimit } from "./cut-text.ts";

/** A part of a text that stands or falls as a whole: no table, fence or fold is cut open. */
export interface Section {
  readonly text: string;
  /** Left out last. */
  readonly isVital: boolean;
}

/** The sections in their order, those left out that do not fit, and a sentence that says so. */
export function fitSections(sections: readonly Section[], limit: TextLimit, whole: string): string {
  const shown = new Set(sections);
  const rest = sections.filter(({ isVital }) => !isVital).reverse();
  for (const section of rest) {
    if (fits(joined(sections, shown, whole), limit)) break;
    shown.delete(section);
  }
  return cutText(joined(sections, shown, whole), limit, `\n\n… cut: ${whole}`);
}

function joined(sections: readonly Section[], shown: ReadonlySet<Section>, whole: string): string {
  const texts = sections.filter((section) => shown.has(section)).map(({ text }) => text);
  const left = sections.length - texts.length;
  if (left > 0) texts.push(`> ${count(left, "part")} of this report did not fit here. ${whole}`);
  return `${texts.join("\n\n")}\n`;
}
