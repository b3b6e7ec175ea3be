import type { Conflict } from "../../model/conflict.ts";
import { conflict } from "../../model/conflict.ts";
import { placeAt } from "../place-at.ts";
import type { TextProof } from "./proof.ts";
import { shownAfter, shownBefore } from "./show-state.ts";
import { verifyTokens } from "./verify-tokens.ts";

/** What can be proved of the edited Python files without a server: that nothing but the names of the entries differs. */
export function verifyTexts({ tree, words, strings, grammar }: TextProof): Conflict | null {
  for (const file of tree.files.values()) {
    if (file.before === file.after) continue;
    const difference = verifyTokens(file, words, strings, grammar);
    if (difference === null) continue;
    const message =
      "An edit would change something else than a name of the plan. " +
      `Before: ${shownBefore(file, difference.before)}. After: ${shownAfter(file, difference.after)}. ` +
      "Nothing was written; please report this.";
    const at = placeAt({ path: file.path, lines: file.linesBefore }, difference.before);
    return conflict("verify/tokens", "", message, at);
  }
  return null;
}
