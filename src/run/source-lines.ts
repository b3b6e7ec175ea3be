import type { Workspace } from "../engine/ports.ts";
import { lineIndex } from "../model/line-index.ts";
import type { LineIndex } from "../model/line-index.ts";
import type { Report } from "../report/report.ts";
import { totals } from "../report/totals.ts";
import type { LineText } from "../report/view.ts";

/** No line is at hand. */
export const NO_LINES: LineText = () => null;

/** The lines of plan files, for what is wrong in them. */
export function planLines(plans: readonly { readonly path: string; readonly text: string }[]): LineText {
  const indexes = new Map(plans.map(({ path, text }) => [path, lineIndex(text)]));
  return (path, line) => {
    const index = indexes.get(path);
    return index === undefined ? null : numbered(index, line);
  };
}

/**
 * The lines of the files that conflicts and blocking residue are in, as much of them as will be shown; or of all that the report
 * names and that fit.
 */
export async function sourceLines(
  report: Report,
  shown: number | ((path: string) => boolean),
  workspace: Workspace,
): Promise<LineText> {
  const { conflicts, blocking } = totals(report);
  const listed =
    typeof shown === "number"
      ? [...conflicts.slice(0, shown), ...blocking]
      : [...conflicts, ...allPlaces(report)].filter(({ path }) => shown(path));
  const places = listed.filter(({ path, line }) => path !== "" && line > 0);
  const files = new Map<string, LineIndex>();
  for (const path of new Set(places.map((place) => place.path))) {
    const text = await readText(path, workspace);
    if (text !== null) files.set(path, lineIndex(text));
  }
  return (path, line) => {
    const index = files.get(path);
    return index === undefined ? null : numbered(index, line);
  };
}

function allPlaces({ outcomes }: Report): readonly { readonly path: string; readonly line: number }[] {
  return outcomes.flatMap(({ residue, plan }) => [
    ...residue,
    ...plan.files.map(({ path }) => ({ path, line: 1 })),
  ]);
}

async function readText(path: string, workspace: Workspace): Promise<string | null> {
  const bytes = await workspace.read(path).catch(() => null);
  if (bytes === null) return null;
  const decoded = /\.py[iw]?$/.test(path) ? workspace.decodePython(bytes) : workspace.decodeText(bytes);
  return decoded.ok ? decoded.text : null;
}

function numbered(index: LineIndex, line: number): string | null {
  return line >= 1 && line <= index.lineCount ? index.lineText(line - 1) : null;
}
