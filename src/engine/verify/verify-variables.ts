import type { Conflict } from "../../model/conflict.ts";
import { conflict } from "../../model/conflict.ts";
import type { Plan } from "../../model/plan.ts";
import { oldName } from "../../model/plan.ts";
import type { Grammar } from "../../python/grammar.ts";
import { readModule } from "../../python/read-module.ts";
import { resolveName } from "../../python/scope.ts";
import type { Token } from "../../python/token.ts";
import { placeAt } from "../place-at.ts";
import type { ChangedFile, ChangedTree } from "./changed-tree.ts";
import { shownAfter, shownBefore } from "./show-state.ts";
import type { Declaration } from "./verify-rename-back.ts";

/** Every entry for a symbol has at least one edit, other than of a whole string, that writes its new name. */
export function verifyEntries({ symbols }: Plan, { files }: ChangedTree): Conflict | null {
  for (const target of symbols) {
    const old = oldName(target);
    const isWritten = [...files.values()].some(({ spans, before, after }) =>
      spans.some(
        ({ start, end, newStart, newEnd }) =>
          before.slice(start, end).normalize("NFKC") === old &&
          !/["']/.test(before[start - 1] ?? "") &&
          after.slice(newStart, newEnd) === target.newName,
      ),
    );
    if (isWritten) continue;
    const message = `No edit renames ${old} to ${target.newName}. Nothing was written; please report this.`;
    return conflict("verify/meaning", target.entry, message);
  }
  return null;
}

/**
 * All places of a variable of one scope, by Python's scoping alone, are renamed with its declaration: also those in code that the
 * server holds unreachable, and the strings by which a module exports it.
 */
export function verifyVariables(declarations: readonly Declaration[], grammar: Grammar): Conflict | null {
  const byFile = Map.groupBy(declarations, ({ file }) => file);
  for (const [file, own] of byFile) {
    const names = new Set(own.map(({ span }) => file.before.slice(span.start, span.end).normalize("NFKC")));
    const { tokens } = readModule(grammar, file.before, names);
    const renamed = new Set(
      own.flatMap(({ span }) => {
        const token = tokens.find(({ start }) => start === span.start);
        return token?.kind === "name" ? [variableOf(token)] : [];
      }),
    );
    const variables = [...renamed];
    const left = tokens.find((token) => {
      if (isTouched(token, file)) return false;
      if (token.kind === "name") {
        // In a class body a name that the class binds can be read from outside.
        if (token.binding === null && token.scope.kind === "class") return false;
        const variable = variableOf(token);
        return variables.some(({ scope, name }) => scope === variable.scope && name === variable.name);
      }
      const isExport = token.kind === "string" && token.role === "export_list" && token.whole;
      return isExport && variables.some(({ scope, name }) => scope.kind === "module" && name === token.name);
    });
    if (left !== undefined) return leftConflict(file, left);
  }
  return null;
}

function variableOf({ scope, name }: Token) {
  return { scope: resolveName(scope, name) ?? scope, name };
}

function isTouched(token: Token, { spans }: ChangedFile): boolean {
  return spans.some(({ start, end }) => start <= token.end && token.start <= end);
}

function leftConflict(file: ChangedFile, { start }: Token): Conflict {
  const message =
    "A place of a variable would keep the old name while others are renamed. " +
    `Before: ${shownBefore(file, start)}. After: ${shownAfter(file, file.moved(start).from)}. ` +
    "Nothing was written. Change the code there by hand first.";
  return conflict(
    "verify/meaning",
    "",
    message,
    placeAt({ path: file.path, lines: file.linesBefore }, start),
  );
}
