import type { ResidueReason } from "../model/residue-item.ts";

/** What a reason means, to stand behind a count of places: `12 in string literals`. */
export const REASON_TEXT: Readonly<Record<ResidueReason, string>> = {
  unresolved: "that could belong to a renamed symbol",
  unparseable: "in Python files that do not parse or decode",
  string_literal: "in string literals",
  docstring: "in docstrings",
  comment: "in comments",
  out_of_scope: "in files that are not analysed",
  other_symbol: "of another symbol of the same name, as its definition proves",
};

/** The same of one place. */
export const REASON_TITLE: Readonly<Record<ResidueReason, string>> = {
  unresolved: "this could belong to a renamed symbol",
  unparseable: "in a Python file that does not parse or decode",
  string_literal: "the old name in a string literal",
  docstring: "the old name in a docstring",
  comment: "the old name in a comment",
  out_of_scope: "the old name in a file that is not analysed",
  other_symbol: "another symbol of the same name",
};
