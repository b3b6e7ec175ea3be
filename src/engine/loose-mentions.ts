import type { FileSet } from "../model/file-set.ts";
import type { Plan } from "../model/plan.ts";
import { wordOffsets } from "../python/words.ts";
import { residueAt } from "../residue/classify.ts";
import { lastOf } from "./module-map.ts";
import type { Mention } from "./module-mentions.ts";
import { mentionsInText } from "./module-mentions.ts";
import type { PlannedMove } from "./plan-moves.ts";
import type { Workspace } from "./ports.ts";
import type { Scan } from "./scan.ts";
import type { SourceFile } from "./source-file.ts";

/** Places outside Python that spell the path of a module that moves. */
export async function textMentions(
  { files }: FileSet,
  moves: readonly PlannedMove[],
  workspace: Workspace,
): Promise<readonly Mention[]> {
  const found: Mention[] = [];
  for (const { path, kind } of files) {
    if (kind !== "text") continue;
    // oxlint-disable-next-line no-await-in-loop -- one file at a time in memory
    const decoded = workspace.decodeText(await workspace.read(path));
    if (decoded.ok) found.push(...mentionsInText(path, decoded.text, moves));
  }
  return found;
}

/** Python files that name a module and cannot be read as a whole: an import in them may be of it. */
export function unreadableMentions(
  plan: Plan,
  files: ReadonlyMap<string, SourceFile>,
  scan: Scan,
): readonly Mention[] {
  return plan.modules.flatMap((target) => {
    const name = lastOf(target.old);
    const undecoded = scan.unreadable.filter((named) => named.name === name).map(({ item }) => item);
    const unparsed = [...files.values()].flatMap((file) => {
      if (file.reading.errorAt === null) return [];
      return wordOffsets(file.text, name).map((offset) =>
        residueAt(offset, file, "unparseable", "the file does not parse"),
      );
    });
    return [...undecoded, ...unparsed].map((item) => ({ target, item }));
  });
}
