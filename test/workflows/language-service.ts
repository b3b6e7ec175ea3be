import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { validate, ValidationConfig } from "@actions/languageservice";
import { build } from "esbuild";
import { parse } from "yaml";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What a linter found, as `line: message`. */
export type Findings = readonly string[];

interface LanguageService {
  readonly validate: typeof validate;
  readonly TextDocument: {
    create(uri: string, language: string, version: number, text: string): Parameters<typeof validate>[0];
  };
}

/**
 * GitHub's own language service for workflows and action.yml. It imports JSON in a way that Node does not take, so it
 * is bundled first. `action` is the text of this project's action.yml: steps that use it may have its inputs only.
 */
export async function languageService(
  action: string,
): Promise<(path: string, text: string) => Promise<Findings>> {
  const { validate, TextDocument } = await load();
  const own: Awaited<ReturnType<Fetch>> = parse(action);
  const others = { name: "", description: "" };
  const config: ValidationConfig = {
    actionsMetadataProvider: {
      fetchActionMetadata: async ({ name }) => (name === "rename-plan" ? own : others),
    },
  };
  let number = 0;
  return async (path, text) => {
    // What it has parsed once it remembers by the address.
    number += 1;
    const document = TextDocument.create(`file:///${number}/${path}`, "yaml", 0, text);
    const found = await validate(document, config);
    return found.map(({ range, message }) => {
      const words = typeof message === "string" ? message : message.value;
      return `${range.start.line + 1}: ${words}`;
    });
  };
}

type Fetch = NonNullable<ValidationConfig["actionsMetadataProvider"]>["fetchActionMetadata"];

async function load(): Promise<LanguageService> {
  using folder = temporaryFolder();
  const outfile = join(folder.path, "language-service.mjs");
  await build({
    stdin: {
      contents: `export { validate } from "@actions/languageservice";
export { TextDocument } from "vscode-languageserver-textdocument";`,
      resolveDir: import.meta.dirname,
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
  });
  const service: LanguageService = await import(pathToFileURL(outfile).href);
  return service;
}
