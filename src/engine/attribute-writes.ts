import type { Session } from "./session.ts";

/** Where attributes are written whose names the text does not show: `setattr(x, name, …)`, `x.__dict__.update(…)`. */
export interface AttributeWrites {
  /** Files in which an object other than the method's own gets them. */
  readonly onAny: ReadonlySet<string>;
  /** Files in which `self` or `cls` gets them. */
  readonly onSelf: ReadonlySet<string>;
}

const WRITE =
  /\b(?:setattr|__setattr__)\s*\(\s*([^,()]*),\s*(?!["'])|([\w.]*)\.__dict__\s*(?:\[|=(?!=)|\.\s*(?:update|setdefault)\b)|\bvars\s*\(([^()]*)\)\s*(?:\[|\.\s*(?:update|setdefault)\b)/g;

/** Reads every one of the Python files. */
export async function attributeWrites(paths: readonly string[], session: Session): Promise<AttributeWrites> {
  const onAny = new Set<string>();
  const onSelf = new Set<string>();
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- one file at a time
    const file = await session.load(path);
    if (file === null) {
      onAny.add(path);
      continue;
    }
    if (!/setattr|__dict__|\bvars\b/.test(file.text)) continue;
    for (const match of file.text.matchAll(WRITE)) {
      const receiver = (match[1] ?? match[2] ?? match[3] ?? "").trim();
      (/^(?:self|cls)?$/.test(receiver) ? onSelf : onAny).add(path);
    }
  }
  return { onAny, onSelf };
}

/** Whether something gives objects an attribute of that name from outside their methods, or in another file than `home`. */
export async function isSetElsewhere(
  name: string,
  home: string,
  paths: readonly string[],
  session: Session,
): Promise<boolean> {
  const store = new RegExp(
    `(\\w*)\\s*\\.\\s*${name}\\s*(?:[-+*/%|&^@<>]{0,2}=(?!=)|:[^=\\n]*=(?!=)|,[^=\\n]*=(?!=))`,
    "gu",
  );
  const byName = new RegExp(`\\b(?:setattr|__setattr__)\\s*\\([^,]*,\\s*["']${name}["']`, "u");
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- stops at the first
    const text = (await session.load(path))?.text;
    if (text === undefined || byName.test(text)) return true;
    const stores = [...text.matchAll(store)];
    if (stores.some(([, receiver]) => path !== home || receiver !== "self")) return true;
  }
  return false;
}
