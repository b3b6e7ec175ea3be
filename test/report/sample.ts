import { createHash } from "node:crypto";
import { conflict } from "../../src/model/conflict.ts";
import type { RenameOutcome, Verdict } from "../../src/model/outcome.ts";
import type { ResidueItem, ResidueReason } from "../../src/model/residue-item.ts";
import type { FileEdit } from "../../src/model/text-edit.ts";
import { PLAIN } from "../../src/report/palette.ts";
import type { Report } from "../../src/report/report.ts";
import { toReport } from "../../src/report/to-report.ts";
import type { View } from "../../src/report/view.ts";

export function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

const SERVER = { name: "basedpyright", version: "1.40.1" };

function fileEdit(path: string, ...lines: readonly number[]): FileEdit {
  const edits = lines.map((line) => ({ line, startCol: 6, endCol: 12, newText: "Settings" }));
  return { path, preimage: sha256(path), edits };
}

export function residue(reason: ResidueReason, place: string, text: string, detail = ""): ResidueItem {
  const [path = "", line = "1", column = "1"] = place.split(":");
  return { path, line: Number(line), column: Number(column), text, reason, detail };
}

export function outcome(parts: Partial<RenameOutcome> = {}): RenameOutcome {
  return {
    entry: "symbols[0]",
    target: "shop.config:Config -> Settings",
    kind: "class",
    plan: { files: [], moves: [] },
    residue: [],
    errors: [],
    ...parts,
  };
}

/** A verdict that is safe unless it is given a conflict. */
export function verdict(parts: Partial<Verdict> = {}): Verdict {
  const isSafe = (parts.conflicts ?? []).length === 0;
  return {
    status: isSafe ? "dry_run" : "refused",
    safeToApply: isSafe,
    conflicts: [],
    outcomes: [],
    changes: [],
    notices: [],
    server: SERVER,
    ...parts,
  };
}

export function report(parts: Partial<Verdict> = {}): Report {
  return toReport(verdict(parts), {
    engine: { name: "rename-plan", version: "0.1.0" },
    requestDigest: sha256("request"),
    sha256,
  });
}

export function view(parts: Partial<View> = {}): View {
  return {
    palette: PLAIN,
    width: 80,
    maxItems: 10,
    lineText: () => null,
    changes: [],
    applyCommand: null,
    reportFile: null,
    suggestions: "",
    ...parts,
  };
}

/** Source files by path. */
export function linesOf(files: Readonly<Record<string, string>>): View["lineText"] {
  return (path, line) => files[path]?.split("\n")[line - 1] ?? null;
}

export const SAFE: Partial<Verdict> = {
  outcomes: [
    outcome({
      plan: { files: [fileEdit("src/shop/config.py", 3, 9), fileEdit("src/shop/use.py", 0)], moves: [] },
      residue: [
        residue("string_literal", "src/shop/use.py:12:20", 'log.info("Config loaded")', "a string literal"),
        residue("comment", "src/shop/use.py:3:5", "# Config is read once", "a comment"),
        residue("out_of_scope", "docs/index.md:7:1", "Config holds the addresses", "no Python file"),
        residue("out_of_scope", "docs/guide.md:2:3", "* Config", "no Python file"),
        residue(
          "other_symbol",
          "tests/test_other.py:8:10",
          "other = Config()",
          "defined in tests/test_other.py",
        ),
      ],
    }),
    outcome({
      entry: "symbols[1]",
      target: "shop.data:Loader.run -> load",
      kind: "method",
      plan: { files: [fileEdit("src/shop/use.py", 5)], moves: [] },
    }),
  ],
  changes: [fileEdit("src/shop/config.py", 3, 9), fileEdit("src/shop/use.py", 0, 5)],
  notices: [
    "keep_patterns stands in symbols[0]; it is meant for the whole plan and belongs above the first table.",
  ],
};

export const REFUSED: Partial<Verdict> = {
  conflicts: [
    conflict("name/taken", "symbols[0]", "shop.config already binds Settings. Choose another name.", {
      path: "src/shop/config.py",
      line: 12,
      column: 7,
    }),
    conflict("target/missing", "symbols[1]", "shop.data has no Loader. Near: Reader, load."),
    conflict("residue/unresolved", "symbols[0]", "2 places could belong to the symbol."),
  ],
  outcomes: [
    outcome({
      errors: [
        "shop.config already binds Settings. Choose another name.",
        "2 places could belong to the symbol.",
      ],
      plan: { files: [fileEdit("src/shop/config.py", 3)], moves: [] },
      residue: [
        residue(
          "unresolved",
          "src/shop/use.py:2:13",
          "return app.Config()",
          "an attribute of an unknown type",
        ),
        residue("unresolved", "src/shop/use.py:1:5", "x = Config", "the server knows no definition"),
        residue("unparseable", "src/old/py2.py:2:7", "print Config", "the file does not parse: line 2"),
        residue("comment", "src/shop/use.py:3:5", "# Config is read once", "a comment"),
      ],
    }),
    outcome({
      entry: "symbols[1]",
      target: "shop.data:Loader -> Reader",
      kind: "auto",
      errors: ["shop.data has no Loader. Near: Reader, load."],
    }),
  ],
  changes: [fileEdit("src/shop/config.py", 3)],
};

export const REFUSED_SOURCES = linesOf({
  "src/shop/config.py": `${"\n".repeat(11)}class Settings:\n    pass`,
  "src/shop/use.py": "x = Config\n\treturn app.Config()\n",
  "src/old/py2.py": "import os\nprint Config",
});
