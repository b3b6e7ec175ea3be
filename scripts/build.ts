import { readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

/** Bundles the command line into dist/cli.js; with --check, compares instead of writing. */
const OUTFILE = "dist/cli.js";

const result = await build({
  entryPoints: ["src/cli/main.ts"],
  outfile: OUTFILE,
  bundle: true,
  write: false,
  platform: "node",
  target: "node24",
  format: "esm",
  loader: { ".wasm": "binary" },
  legalComments: "none",
  banner: {
    js: '#!/usr/bin/env node\nimport { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);',
  },
});
const bundle = result.outputFiles[0];
if (bundle === undefined) throw new Error("esbuild gave no output");

if (process.argv.includes("--check")) {
  const committed = await readFile(OUTFILE).catch(() => null);
  if (committed === null || !committed.equals(bundle.contents)) {
    console.error(`${OUTFILE} is not what the sources build: run "npm run build" and commit it.`);
    process.exit(1);
  }
  console.log(`${OUTFILE} is what the sources build.`);
} else {
  await writeFile(OUTFILE, bundle.contents, { mode: 0o755 });
  console.log(`${OUTFILE}: ${bundle.contents.length} bytes`);
}
