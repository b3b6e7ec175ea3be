import type { FamilyMember } from "../model/family-member.ts";
import { count } from "./count.ts";
import { escapeText } from "./escape-text.ts";
import { displayWidth } from "./line-cells.ts";
import type { Report } from "./report.ts";

/** The families of a report: a title an entry, and a line a member, indented below the one that it inherits from. */
export function familyLines(
  { outcomes, safe_to_apply: safe }: Report,
  most: number,
): readonly { readonly title: string; readonly lines: readonly string[] }[] {
  return outcomes.flatMap(({ entry, family = [] }) => {
    if (family.length === 0) return [];
    const shown = family.slice(0, most);
    const names = shown.map((member) => `${"  ".repeat(depth(member, family))}${escapeText(member.name)}`);
    const width = Math.max(...names.map(displayWidth));
    const lines = shown.map((member, index) => {
      const name = names[index] ?? "";
      return `${name}${" ".repeat(width - displayWidth(name))}  ${escapeText(placeOf(member))}`.trimEnd();
    });
    const rest = family.length - shown.length;
    if (rest > 0) lines.push(`… and ${rest} more`);
    const verb = safe ? "renames" : "would have to rename";
    return [{ title: `${escapeText(entry)} ${verb} ${count(family.length, "member")} together`, lines }];
  });
}

function placeOf({ path, line, relation, kept }: FamilyMember): string {
  const place = path === "" ? "" : `${path}:${line}`;
  if (kept !== "") return `${place} ${kept}`.trimStart();
  if (relation === "shape") return `${place}  fits by its shape alone`;
  return relation === "joined" ? `${place}  meets another in a class that inherits both` : place;
}

function depth(member: FamilyMember, family: readonly FamilyMember[]): number {
  let steps = 0;
  for (let { parent } = member; parent !== null && steps < family.length; steps++) {
    parent = family[parent]?.parent ?? null;
  }
  return steps;
}
