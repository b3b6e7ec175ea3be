import type { StringLiteral } from "./string-literals.ts";

/** How a text is written within the quotes of a literal; null when that literal cannot hold it. */
export function writeLiteral(
  value: string,
  { quote, isRaw, isBytes }: Pick<StringLiteral, "quote" | "isRaw" | "isBytes">,
): string | null {
  // oxlint-disable-next-line no-control-regex -- bytes hold ASCII
  if (isBytes && /[^\x00-\x7f]/.test(value)) return null;
  const mark = quote.charAt(0);
  if (isRaw) {
    const isHeld = !value.includes(mark) && !value.endsWith("\\");
    return isHeld && (quote.length > 1 || !/[\r\n]/.test(value)) ? value : null;
  }
  return value
    .replaceAll("\\", "\\\\")
    .replaceAll(mark, `\\${mark}`)
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r");
}
