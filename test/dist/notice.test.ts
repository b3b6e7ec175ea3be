import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const NOTICE = readFileSync(join(ROOT, "NOTICE"), "utf8");

/** The packages that a bundle of an entry holds text of. */
async function bundledPackages(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile: "bundle.js",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    loader: { ".wasm": "binary" },
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const names = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => /.*\bnode_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** What a list of NOTICE names, as `package licence`. */
function listed(from: string, to: string): readonly string[] {
  const list = NOTICE.slice(NOTICE.indexOf(from), NOTICE.indexOf(to));
  return [...list.matchAll(/^ {2}(\S+) +(\S+) /gm)].map(([, name, licence]) => `${name} ${licence}`);
}

function withLicence(name: string): string {
  const manifest = readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8");
  const { license }: { readonly license: string } = JSON.parse(manifest);
  return `${name} ${license}`;
}

const BOTH = listed("dist/cli.js and", "dist/action.js contains");
const ACTION = listed("dist/action.js contains", "basedpyright");

describe("NOTICE", () => {
  test("lists every package in dist/cli.js with its licence, and no other", async () => {
    const bundled = await bundledPackages("src/cli/main.ts");
    expect([...BOTH].sort()).toEqual(bundled.map(withLicence));
  });

  test("lists every package that is in dist/action.js only", async () => {
    const bundled = await bundledPackages("src/action/main.ts");
    // Within undici, which says nothing of its licence.
    expect([...BOTH, ...ACTION].sort()).toEqual([...bundled.map(withLicence), "llhttp MIT"].sort());
  });

  test("has the licence of everything that it lists", () => {
    const headings = [...NOTICE.matchAll(/^={80}\n([^=]+?) \((\S+)\)\n={80}$/gm)];
    const found = headings.flatMap(([, names = "", licence = ""]) =>
      names.split(",\n").map((name) => `${name} ${licence}`),
    );
    expect(found.sort()).toEqual([...BOTH, ...ACTION].sort());
  });
});
