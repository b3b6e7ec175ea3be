import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** An npm registry over loopback that has one version of one package. */
export interface Registry extends AsyncDisposable {
  readonly url: string;
  /** Of the tarball, as npm writes it. */
  readonly integrity: string;
  /** The paths that were asked for. */
  readonly asked: readonly string[];
}

/** `files` are those of the package besides its package.json. */
export async function registry(
  manifest: { readonly name: string; readonly version: string; readonly scripts: object },
  files: Readonly<Record<string, string>>,
): Promise<Registry> {
  using folder = temporaryFolder();
  folder.write({ ...files, "package.json": JSON.stringify(manifest) });
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts"], { cwd: folder.path });
  const tarball = readFileSync(join(folder.path, `${manifest.name}-${manifest.version}.tgz`));
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url?.endsWith(".tgz") === true) return response.end(tarball);
    const dist = { tarball: `${url()}/${manifest.name}.tgz`, integrity };
    const versions = { [manifest.version]: { ...manifest, dist } };
    const tags = { latest: manifest.version };
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ name: manifest.name, versions, "dist-tags": tags }));
  });
  const url = (): string => {
    const address = server.address();
    return typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "";
  };
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    url: url(),
    integrity,
    asked,
    [Symbol.asyncDispose]: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
