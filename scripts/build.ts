import { readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

/** Bundles the entries into dist/; with --check, compares instead of writing. */
const ENTRIES = [
  { source: "src/cli/main.ts", bundle: "dist/cli.js", mode: 0o755 },
  { source: "src/action/main.ts", bundle: "dist/action.js", mode: 0o644 },
] as const;

/** CommonJS packages ask for Node's own modules by `require`, which ES modules do not have. */
const REQUIRE =
  'import { createRequire as __createRequire } from "node:module";\nconst require = __createRequire(import.meta.url);';

for (const { source, bundle, mode } of ENTRIES) {
  const contents = await contentsOf(
    source,
    bundle,
    mode === 0o755 ? `#!/usr/bin/env node\n${REQUIRE}` : REQUIRE,
  );
  if (process.argv.includes("--check")) {
    const committed = await readFile(bundle).catch(() => null);
    if (committed === null || !committed.equals(contents)) {
      console.error(`${bundle} is not what the sources build: run "npm run build" and commit it.`);
      process.exitCode = 1;
    } else {
      console.log(`${bundle} is what the sources build.`);
    }
  } else {
    await writeFile(bundle, contents, { mode });
    console.log(`${bundle}: ${contents.length} bytes`);
  }
}

async function contentsOf(source: string, bundle: string, banner: string): Promise<Uint8Array> {
  const result = await build({
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    write: false,
    platform: "node",
    target: "node24",
    format: "esm",
    loader: { ".wasm": "binary" },
    legalComments: "none",
    banner: { js: banner },
  });
  const output = result.outputFiles[0];
  if (output === undefined) throw new Error("esbuild gave no output");
  return output.contents;
}
