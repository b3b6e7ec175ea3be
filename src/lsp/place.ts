import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Where a URI of the server points. */
export interface Place {
  /** POSIX, relative to the root; null outside it. */
  readonly path: string | null;
  /** Links resolved when the file exists; the URI itself when it names no file. */
  readonly absolutePath: string;
  /** True when the URI names a part of a file, as it does for a notebook cell. */
  readonly fragment: boolean;
}

/** Resolves the server's URIs against a root that is absolute with links resolved. Every file is looked up once. */
export function placeResolver(root: string): (uri: string) => Place {
  const known = new Map<string, Place>();
  return (uri) => {
    const seen = known.get(uri);
    if (seen !== undefined) return seen;
    const place = resolvePlace(root, uri);
    known.set(uri, place);
    return place;
  };
}

function resolvePlace(root: string, uri: string): Place {
  let file: string;
  let fragment: boolean;
  try {
    const url = new URL(uri);
    fragment = url.hash !== "";
    file = fileURLToPath(url);
  } catch {
    return { path: null, absolutePath: uri, fragment: uri.includes("#") };
  }
  const absolutePath = realOrSame(file);
  return { path: within(root, absolutePath), absolutePath, fragment };
}

function realOrSame(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function within(root: string, file: string): string | null {
  const path = relative(root, file);
  if (path === "" || path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return null;
  return path.split(sep).join("/");
}
