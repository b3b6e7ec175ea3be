import { lineIndex } from "../model/line-index.ts";
import type { Location } from "./ports.ts";
import type { LoadedText, Session } from "./session.ts";

/** Text that stands in a copy of a file and not in the file. */
export interface Insertion {
  /** Offset in the file (UTF-16 code units). */
  readonly at: number;
  readonly text: string;
}

/** A copy of a file with insertions, as the server is shown it. It exists nowhere on disk, and never runs. */
export interface ShownCopy {
  /** Questions at an offset of the file, or at one within the text that is inserted there. */
  definition(offset: number): Promise<readonly Location[]>;
  typeDefinition(offset: number, within?: number): Promise<readonly Location[]>;
  hover(offset: number, within?: number): Promise<string>;
}

export function showCopy(file: LoadedText, insertions: readonly Insertion[], { server }: Session): ShownCopy {
  const sorted = insertions.toSorted((a, b) => a.at - b.at);
  const copy = sorted.reduceRight((text, i) => text.slice(0, i.at) + i.text + text.slice(i.at), file.text);
  const lines = lineIndex(copy);
  const document = server.openProbe(copy);
  const at = (offset: number, within?: number) => {
    const counted = sorted.filter((i) => i.at < offset || (i.at === offset && within === undefined));
    return lines.positionAt(offset + counted.reduce((sum, i) => sum + i.text.length, within ?? 0));
  };
  const back = (offset: number): number => {
    let shift = 0;
    for (const i of sorted) if (i.at + shift + i.text.length <= offset) shift += i.text.length;
    return offset - shift;
  };
  const inFile = (location: Location): Location => {
    if (!location.absolutePath.endsWith(`/${document.replace(":", "-")}.py`)) return location;
    const { start, end } = location.range;
    const range = file.lines.rangeAt(back(lines.offsetAt(start)), back(lines.offsetAt(end)));
    return { path: file.path, absolutePath: file.path, range };
  };
  return {
    definition: async (offset) => (await server.definition(document, at(offset))).map(inFile),
    typeDefinition: async (offset, within) =>
      (await server.typeDefinition(document, at(offset, within))).map(inFile),
    hover: (offset, within) => server.hover(document, at(offset, within)),
  };
}

/** Statements in front of the first one of a body, which starts at the offset. */
export function atBodyStart(text: string, at: number, statements: readonly string[]): Insertion {
  const indent = /[ \t]*$/.exec(text.slice(0, at))?.[0] ?? "";
  const isOnOwnLine = /(?:^|[\r\n])$/.test(text.slice(0, at - indent.length));
  return { at, text: statements.join("; ") + (isOnOwnLine ? `\n${indent}` : "; ") };
}
