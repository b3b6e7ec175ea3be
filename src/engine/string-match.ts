import type { StringTarget } from "../model/plan.ts";

/** A place in a text that an entry reaches: the old text itself, without what stands in front of it or behind. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
  /** Nothing beside it makes it a part of something else, as the kind of the entry counts. */
  readonly isWhole: boolean;
}

/**
 * Where in a string's value the old text stands when the whole of the value is it, as the kind of the entry counts: a path may have
 * `./` in front, a dotted path a name, or `:` and a name, behind. Null for any other value.
 */
export function matchValue(value: string, { old, kind }: StringTarget): number | null {
  if (value === old) return 0;
  if (kind === "path" && value === `./${old}`) return 2;
  if (kind === "dotted" && value.startsWith(old) && REMAINDER.test(value.slice(old.length))) return 0;
  return null;
}

const REMAINDER = /^(?:[.:][\p{XID_Start}_][\p{XID_Continue}]*)+$/u;

/** Every place where the old text stands as words of its own, and whether it is whole in a text that is no Python. */
export function matchText(text: string, { old, kind }: StringTarget): readonly TextMatch[] {
  const found: TextMatch[] = [];
  const startsWord = STARTS.test(old);
  const endsWord = ENDS.test(old);
  let next = 0;
  for (let start = text.indexOf(old); start !== -1; start = text.indexOf(old, Math.max(start + 1, next))) {
    const end = start + old.length;
    const before = text.slice(Math.max(0, start - 3), start);
    const behind = text.slice(end, end + 3);
    const [goesOnBefore, goesOnBehind] = [ENDS.test(before), STARTS.test(behind)];
    // The letter of an escape may be no part of the word.
    const isBehindEscape = /\\[abfnrtv]$/.test(before);
    if ((startsWord && goesOnBefore && !isBehindEscape) || (endsWord && goesOnBehind)) continue;
    const isWhole = !goesOnBefore && !goesOnBehind && isApart(before, behind, kind);
    found.push({ start, end, isWhole });
    next = end;
  }
  return found;
}

const STARTS = /^\p{XID_Continue}/u;
const ENDS = /\p{XID_Continue}$/u;

/** Nothing on either side continues a path, or a dotted path; word characters apart. */
function isApart(before: string, behind: string, kind: StringTarget["kind"]): boolean {
  if (kind === "exact") return true;
  if (kind === "dotted") return !before.endsWith(".");
  // `./` in front is the same path; a point behind can end a sentence.
  const outside = before.replace(/(?<![\p{XID_Continue}./~+-])\.\/$/u, "");
  return !/[./\\~+-]$/.test(outside) && !/^(?:[/~+-]|\.[\p{XID_Continue}*.])/u.test(behind);
}
