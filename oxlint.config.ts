import type { OxlintOverride } from "oxlint";
import { defineConfig } from "oxlint";

/** The folders of src/, and what each may not import. CONTRIBUTING.md says why. */
const FOLDERS = [
  "model",
  "plan",
  "python",
  "residue",
  "engine",
  "report",
  "lsp",
  "workspace",
  "run",
  "cli",
  "github",
  "action",
] as const;
type Folder = (typeof FOLDERS)[number];

interface Boundary {
  readonly folder: Folder;
  readonly folders: readonly Folder[];
  /** Packages and node: modules that may be imported; every other one is an error. */
  readonly packages: readonly string[];
}

const BOUNDARIES: readonly Boundary[] = [
  { folder: "model", folders: [], packages: [] },
  { folder: "plan", folders: ["model"], packages: ["smol-toml"] },
  { folder: "python", folders: ["model"], packages: ["web-tree-sitter", "tree-sitter-python"] },
  { folder: "residue", folders: ["model", "python"], packages: [] },
  { folder: "engine", folders: ["model", "plan", "python", "residue"], packages: [] },
  {
    folder: "report",
    folders: ["model", "plan", "residue"],
    packages: ["canonicalize", "diff", "get-east-asian-width"],
  },
  {
    folder: "lsp",
    folders: ["model", "engine"],
    packages: ["vscode-jsonrpc", "vscode-languageserver-protocol", "node:"],
  },
  { folder: "workspace", folders: ["model", "engine"], packages: ["iconv-lite", "picomatch", "node:"] },
  {
    folder: "run",
    folders: ["model", "plan", "engine", "report", "workspace"],
    packages: ["node:"],
  },
  {
    folder: "github",
    folders: ["model", "report"],
    packages: [
      "@actions/github",
      "@octokit/plugin-retry",
      "@octokit/plugin-throttling",
      "bottleneck",
      "node:",
    ],
  },
  {
    folder: "action",
    folders: ["model", "plan", "engine", "report", "lsp", "workspace", "run", "github"],
    packages: ["@actions/core", "@actions/exec", "@actions/io", "@actions/tool-cache", "node:"],
  },
  {
    folder: "cli",
    folders: ["model", "plan", "python", "residue", "engine", "report", "lsp", "workspace", "run"],
    packages: ["node:"],
  },
];

const PACKAGES = [
  "smol-toml",
  "web-tree-sitter",
  "tree-sitter-python",
  "vscode-jsonrpc",
  "vscode-languageserver-protocol",
  "iconv-lite",
  "picomatch",
  "canonicalize",
  "diff",
  "get-east-asian-width",
  "@actions/core",
  "@actions/exec",
  "@actions/github",
  "@actions/io",
  "@actions/tool-cache",
  "@octokit/plugin-retry",
  "@octokit/plugin-throttling",
  "bottleneck",
];

function forbidden(boundary: Boundary) {
  const folders = FOLDERS.filter((f) => f !== boundary.folder && !boundary.folders.includes(f));
  const packages = PACKAGES.filter((p) => !boundary.packages.includes(p));
  const group = [...folders.map((f) => `**/${f}/**`), ...packages.flatMap((p) => [p, `${p}/**`])];
  if (!boundary.packages.includes("node:")) group.push("node:*", "node:*/**");
  return {
    patterns: [{ group, message: `src/${boundary.folder} may not import this (see CONTRIBUTING.md).` }],
  };
}

export default defineConfig({
  plugins: ["typescript", "import", "unicorn", "promise"],
  ignorePatterns: ["dist", "fixtures", "node_modules"],
  categories: { correctness: "error", suspicious: "error" },
  options: { typeAware: true },
  rules: {
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "typescript/no-floating-promises": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "typescript/consistent-type-imports": "error",
    "typescript/no-explicit-any": "error",
    "no-console": "error",
    // tsc checks that every path returns, and knows that a switch is exhaustive.
    "typescript/consistent-return": "off",
    "unicorn/consistent-function-scoping": "off",
    "unicorn/no-array-sort": "off",
    "unicorn/no-array-reverse": "off",
  },
  overrides: [
    ...BOUNDARIES.map((boundary): OxlintOverride => ({
      files: [`src/${boundary.folder}/**/*.ts`],
      rules: { "no-restricted-imports": ["error", forbidden(boundary)] },
    })),
    { files: ["*.config.ts", "test/support/closing-line.ts"], rules: { "import/no-default-export": "off" } },
    { files: ["scripts/**", "bench/**", "test/**"], rules: { "no-console": "off" } },
  ],
});
