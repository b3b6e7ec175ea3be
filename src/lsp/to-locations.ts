import type { Location } from "../engine/ports.ts";
import { isRecord } from "./is-record.ts";
import type { Place } from "./place.ts";
import { malformed, toList, toRange, toText } from "./wire.ts";

/**
 * Reads `Location | Location[] | LocationLink[] | null`, the answer to definition, implementation and references. A
 * module is a location whose range is empty, at the very start of its file.
 */
export function toLocations(answer: unknown, place: (uri: string) => Place): readonly Location[] {
  if (answer === null || answer === undefined) return [];
  const items = isRecord(answer) ? [answer] : toList(answer, "a list of locations");
  return items.map((item) => toLocation(item, place));
}

function toLocation(item: unknown, place: (uri: string) => Place): Location {
  if (!isRecord(item)) throw malformed("a location", item);
  const link = "targetUri" in item;
  const { path, absolutePath } = place(toText(item[link ? "targetUri" : "uri"], "a location's URI"));
  return { path, absolutePath, range: toRange(item[link ? "targetSelectionRange" : "range"]) };
}
