import type { ClassPlace } from "./class-place.ts";
import { classesDefining } from "./class-graph.ts";
import { classKey } from "./class-place.ts";
import type { FamilySearch } from "./member-family.ts";
import { homeIn } from "./home-in.ts";

/** The classes, by `classKey`, that the server finds to fit a Protocol by their shape; none for any other class. */
export async function shapeMatches(
  place: ClassPlace,
  name: string,
  { scan, session, graph }: FamilySearch,
): Promise<ReadonlySet<string>> {
  const matches = new Set<string>();
  const file = scan.files.get(place.file.path);
  if (file === undefined || !(await graph.ancestry(place)).baseNames.has("Protocol")) return matches;
  for (const token of homeIn(file, place.scope, name).declarations) {
    // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
    const locations = await session.server.implementation(
      file.path,
      session.position(file.path, token.start),
    );
    for (const location of locations) {
      const at = session.offset(location);
      const source = location.path === null ? undefined : scan.files.get(location.path);
      if (source === undefined) continue;
      for (const other of classesDefining(source.reading, source, name)) {
        const declares = homeIn(source, other.scope, name).declarations.some((t) => t.start === at);
        if (declares) matches.add(classKey(other));
      }
    }
  }
  return matches;
}
