import { parse } from "smol-toml";

/** The lowest and the highest version that a project says it runs under, as `pyproject.toml` has it; none when it does not say. */
export function readRequiresPython(text: string): readonly string[] {
  let required: unknown;
  try {
    const project: unknown = parse(text)["project"];
    required = typeof project === "object" && project !== null ? Reflect.get(project, "requires-python") : "";
  } catch {
    return [];
  }
  if (typeof required !== "string") return [];
  const versions = [...required.matchAll(/(>=|<=|<|>|==|~=)\s*3\.(\d+)/g)].map(([, operator, minor]) => {
    const number = Number(minor);
    return operator === "<" ? number - 1 : number;
  });
  const known = versions.filter((minor) => minor >= 0);
  if (known.length === 0) return [];
  return [...new Set([Math.min(...known), Math.max(...known)])].map((minor) => `3.${minor}`);
}
