import type { Standpoint } from "../python/standpoint.ts";

/** The package that `from .` means in a file; "" where relative imports mean nothing. */
export function ownPackage({ module, isPackage }: Standpoint): string {
  if (isPackage) return module;
  return module.includes(".") ? module.slice(0, module.lastIndexOf(".")) : "";
}

/**
 * How a `from` import in a file names a module: relative where it was relative and the two still share a package,
 * absolute otherwise. `.` alone means the file's own package.
 */
export function importSource(module: string, wasRelative: boolean, from: Standpoint): string {
  const own = ownPackage(from);
  if (!wasRelative || own === "") return module;
  const here = own.split(".");
  const there = module === "" ? [] : module.split(".");
  let shared = 0;
  while (shared < here.length && shared < there.length && here[shared] === there[shared]) shared += 1;
  if (shared === 0) return module;
  return ".".repeat(here.length - shared + 1) + there.slice(shared).join(".");
}
