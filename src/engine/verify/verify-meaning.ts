import type { Conflict } from "../../model/conflict.ts";
import { conflict } from "../../model/conflict.ts";
import { placeAt } from "../place-at.ts";
import type { Location } from "../ports.ts";
import type { AskedPlace } from "./asked-places.ts";
import type { ChangedFile, ChangedTree } from "./changed-tree.ts";
import type { EditSpan } from "./changed-text.ts";
import type { Meaning } from "./kept-meaning.ts";
import { isKeptMeaning } from "./kept-meaning.ts";
import type { ServerProof } from "./proof.ts";
import { shownAfter, shownBefore, shownLocations } from "./show-state.ts";
import type { Evidence } from "./checked-files.ts";
import type { Declaration } from "./verify-rename-back.ts";

/**
 * Each asked name is defined on the staged copy where it was defined before, as edits and moves carry that place along, and
 * what meant nothing means nothing. The first one that is not is the conflict.
 */
export async function verifyMeaning(
  proof: ServerProof,
): Promise<{ readonly conflict: Conflict | null } & Evidence> {
  const declarations = new Map<EditSpan, Declaration>();
  const unknown = new Set<ChangedFile>();
  const all = [...proof.asked];
  for (let from = 0; from < all.length; from += FILES_AT_ONCE) {
    // Some files at once, so that neither server waits for the other; not all, which would only fill their memory.
    // oxlint-disable-next-line no-await-in-loop
    const chunk = await Promise.all(
      all.slice(from, from + FILES_AT_ONCE).map(async ([file, places]) => {
        const answers = places.map(async (place) => ({
          file,
          place,
          meaning: await meaningOf(file, place, proof),
        }));
        return Promise.all(answers);
      }),
    );
    for (const { file, place, meaning } of chunk.flat()) {
      if (place.isEdited && meaning.before.length === 0) unknown.add(file);
      for (const found of place.isEdited ? declarationsIn(meaning.before, proof.tree) : []) {
        declarations.set(found.span, found);
      }
      if (isKeptMeaning(meaning, place, file, proof.tree)) continue;
      // A server knows more of a file once it has looked at all of it (facts, P12).
      // oxlint-disable-next-line no-await-in-loop
      await evaluate(file, proof);
      // oxlint-disable-next-line no-await-in-loop
      const again = await meaningOf(file, place, proof);
      if (!isKeptMeaning(again, place, file, proof.tree)) {
        return { conflict: meaningConflict(file, place, again, proof.tree), declarations: [], unknown };
      }
    }
  }
  return { conflict: null, declarations: [...declarations.values()], unknown };
}

const FILES_AT_ONCE = 16;

/** Those of the definitions that are rewritten themselves, by a name for a name. */
function declarationsIn(locations: readonly Location[], tree: ChangedTree): readonly Declaration[] {
  return locations.flatMap(({ path, range }) => {
    const file = path === null ? undefined : tree.files.get(path);
    const at = file?.linesBefore.offsetAt(range.start);
    const span = file?.spans.find(({ start, end }) => start === at && end > start);
    return file === undefined || span === undefined ? [] : [{ file, span }];
  });
}

/** Of a path that is rewritten as a whole, one of the names must mean what its end meant; the first one that does counts. */
async function meaningOf(
  file: ChangedFile,
  place: AskedPlace,
  { base, staged, tree }: ServerProof,
): Promise<Meaning> {
  const [before, ...after] = await Promise.all([
    base.definition(file.path, file.linesBefore.positionAt(place.before)),
    ...place.after.map((offset) => staged.definition(file.newPath, file.linesAfter.positionAt(offset))),
  ]);
  const kept = after.find((answer) => isKeptMeaning({ before, after: answer }, place, file, tree));
  return { before, after: kept ?? after.at(-1) ?? [] };
}

async function evaluate(file: ChangedFile, { base, staged }: ServerProof): Promise<void> {
  await Promise.all([base.diagnostics(file.path), staged.diagnostics(file.newPath)]);
}

function meaningConflict(
  file: ChangedFile,
  place: AskedPlace,
  { before, after }: Meaning,
  tree: ChangedTree,
): Conflict {
  const message =
    "A name would not mean what it means now. " +
    `Before: ${shownBefore(file, place.before)} -> ${shownLocations(before, tree, "before")}. ` +
    `After: ${shownAfter(file, place.after.at(-1) ?? 0)} -> ${shownLocations(after, tree, "after")}. ` +
    "Nothing was written. Choose another new name, or change the code there by hand first.";
  const at = placeAt({ path: file.path, lines: file.linesBefore }, place.before);
  return conflict("verify/meaning", "", message, at);
}
