import { readToml } from "../plan/read-toml.ts";

/** A file in a format that can be read here is still read after an edit, when it was before. */
export function keepsFormat(path: string, before: string, after: string): boolean {
  const reads = FORMATS.find(([suffix]) => suffix.test(path))?.[1];
  return reads === undefined || !reads(before) || reads(after);
}

const FORMATS: readonly (readonly [RegExp, (text: string) => boolean])[] = [
  [/\.(?:json|ipynb)$/i, isJson],
  [/\.toml$/i, (text) => readToml(text).ok],
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
