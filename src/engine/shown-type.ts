/** The type of a variable, parameter, property or such as a hover shows it; "" when it shows no such type. */
export function shownType(shown: string): string {
  const first = (shown.split("\n---")[0] ?? "").trim();
  return /^\(\w+(?: \w+)*\) [\w.]+: (.*)$/su.exec(first)?.[1] ?? "";
}

/** The members of a union as a hover shows it. */
export function alternatives(type: string): readonly string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const char of type) {
    if ("[({".includes(char)) depth += 1;
    if ("])}".includes(char)) depth -= 1;
    if (char === "|" && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + char);
  }
  return parts.map((part) => part.trim());
}
