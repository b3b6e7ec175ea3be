import type { Conflict } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { baseOf, folderOf } from "../python/module-path.ts";
import { isFixture, isFixtureTarget } from "../residue/fixtures.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { placeAt } from "./place-at.ts";
import type { Rewritten } from "./rewritten.ts";
import type { Scan } from "./scan.ts";

/**
 * pytest looks a fixture up by its name, from the nearest file outwards. One that already has the new name would hide
 * the renamed one or be hidden by it, and a test that asks for the new name, as for `tmp_path`, would get the renamed one.
 */
export function checkFixture(target: ResolvedTarget, scan: Scan, after: Rewritten): readonly Conflict[] {
  if (!isFixtureTarget(target, (path) => scan.files.get(path)?.text ?? "")) return [];
  const conflicts: Conflict[] = [];
  for (const file of scan.files.values()) {
    const seen = target.homes.some(({ path }) => sees(file.path, path));
    for (const token of file.reading.tokens) {
      if (token.kind !== "name" || after.targetOf(token) === target) continue;
      if (after.nameAfter(token) !== target.newName) continue;
      const asks = seen && token.binding === "parameter" && token.scope.name.startsWith("test");
      if (!asks && !isFixture(token.decorators)) continue;
      const message = asks
        ? `This asks pytest for ${target.newName}, and would get the renamed fixture.`
        : `There is a fixture ${target.newName} already; pytest gives a test the nearer one.`;
      conflicts.push(conflict("name/taken", target.target.entry, message, placeAt(file, token.start)));
    }
  }
  return conflicts;
}

/** A fixture is seen by its own file, and one of a conftest.py by everything below its folder. */
function sees(file: string, home: string): boolean {
  if (file === home) return true;
  const folder = folderOf(home);
  return baseOf(home) === "conftest.py" && (folder === "" || file.startsWith(`${folder}/`));
}
