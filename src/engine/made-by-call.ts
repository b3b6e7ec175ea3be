import type { SourceFile } from "./source-file.ts";

const MAKES_CLASS =
  "(?:\\w+\\.)*(TypedDict|NamedTuple|namedtuple|Enum|IntEnum|StrEnum|Flag|IntFlag|make_dataclass|make_class|new_class|type)";

/** The function whose call makes the class that a module binds to a name: `Row = TypedDict("Row", …)`; null when none does. */
export function madeByCall(source: SourceFile, name: string): string | null {
  const assigned = new RegExp(`^[ \\t]*${name}[ \\t]*(?::[^=\\n]*)?=[ \\t]*${MAKES_CLASS}[ \\t]*\\(`, "m");
  return assigned.exec(source.text)?.[1] ?? null;
}
