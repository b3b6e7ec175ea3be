import type { Token } from "../python/token.ts";
import type { Denotation } from "../residue/denotation.ts";
import type { Denotations } from "./denote.ts";
import type { SourceFile } from "./source-file.ts";

/** Goes over all places in order, and takes what `decide` says of one for what was known of it; null leaves it as it is. */
export async function redenote(
  denoted: ReadonlyMap<SourceFile, Denotations>,
  decide: (token: Token, denotation: Denotation, file: SourceFile) => Promise<Denotation | null>,
): Promise<Map<SourceFile, Denotations>> {
  const result = new Map<SourceFile, Denotations>();
  for (const [file, denotations] of denoted) {
    const known = new Map<Token, Denotation>(denotations);
    for (const [token, denotation] of denotations) {
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      const found = await decide(token, denotation, file);
      if (found !== null) known.set(token, found);
    }
    result.set(file, known);
  }
  return result;
}
