import type { Conflict } from "../../model/conflict.ts";
import { checkedFiles } from "./checked-files.ts";
import type { ServerProof } from "./proof.ts";
import { verifyDiagnostics } from "./verify-diagnostics.ts";
import { verifyMeaning } from "./verify-meaning.ts";
import { verifyVariables } from "./verify-variables.ts";
import { verifyRenameBack } from "./verify-rename-back.ts";

/** What needs two servers, with the asked files open on both. Diagnostics come before renames, which depend on them (P12). */
export async function verifyServers(proof: ServerProof): Promise<Conflict | null> {
  const { conflict, ...evidence } = await verifyMeaning(proof);
  return (
    conflict ??
    verifyVariables(evidence.declarations, proof.grammar) ??
    (await verifyDiagnostics([...new Set([...checkedFiles(proof, evidence), ...proof.users])], proof)) ??
    (await verifyRenameBack(evidence.declarations, proof))
  );
}
