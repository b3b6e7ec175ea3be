import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Gives a wasm import the same meaning that esbuild's binary loader gives it: the bytes. */
const wasmBytes: Plugin = {
  name: "wasm-bytes",
  enforce: "pre",
  load(id) {
    if (!id.endsWith(".wasm")) return null;
    const base64 = readFileSync(id).toString("base64");
    return `export default Uint8Array.from(atob(${JSON.stringify(base64)}), (c) => c.charCodeAt(0));`;
  },
};

export default defineConfig({
  plugins: [wasmBytes],
  test: {
    include: ["test/**/*.test.ts"],
    server: { deps: { inline: [/\.wasm$/] } },
    reporters: ["default", "./test/support/closing-line.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
