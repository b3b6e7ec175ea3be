import type { Conflict, ConflictCode } from "../model/conflict.ts";
import { conflict } from "../model/conflict.ts";
import { isMangled } from "../model/identifier.ts";
import type { Scope } from "../python/scope.ts";
import type { Token } from "../python/token.ts";
import type { ResolvedTarget } from "../residue/resolved-target.ts";
import { classesDefining } from "./class-graph.ts";
import { classKey, className } from "./class-place.ts";
import type { ClassGraph } from "./class-graph.ts";
import { ownClasses } from "./own-classes.ts";
import { placeAt } from "./place-at.ts";
import type { Rewritten } from "./rewritten.ts";
import type { Scan } from "./scan.ts";
import type { Session } from "./session.ts";
import type { SourceFile } from "./source-file.ts";

export interface MemberNameContext {
  readonly target: ResolvedTarget;
  readonly targets: readonly ResolvedTarget[];
  readonly session: Session;
  readonly scan: Scan;
  readonly graph: ClassGraph;
  readonly after: Rewritten;
}

/**
 * Who has the new name of a member already, as the text shows it: subclasses, classes made by a call, stores from
 * outside, other entries of the plan. And what a name of that form would mean to Python.
 */
export async function checkMemberName(context: MemberNameContext): Promise<readonly Conflict[]> {
  const conflicts = [
    ...checkForm(context),
    ...(await checkSubclasses(context)),
    ...(await checkStores(context)),
  ];
  conflicts.push(...(await checkEntries(context)));
  return conflicts;
}

/** The private form, and the names that the makers of classes keep for themselves. */
function checkForm({ target, scan, after }: MemberNameContext): readonly Conflict[] {
  const conflicts: Conflict[] = [];
  const report = (code: ConflictCode, file: SourceFile, token: Token, message: string): void => {
    conflicts.push(conflict(code, target.target.entry, message, placeAt(file, token.start)));
  };
  for (const file of scan.files.values()) {
    for (const token of file.reading.tokens) {
      if (after.targetOf(token) !== target || !isMangled(after.nameAfter(token))) continue;
      if (target.homes.some((home) => within(token.scope, home.scope))) continue;
      report(
        "name/captured",
        file,
        token,
        `Outside its class ${target.newName} is no name of the member: Python makes it private.`,
      );
    }
  }
  const isTuple = target.homes.some((h) =>
    h.scope.header?.bases.some((b) => /(^|\.)NamedTuple$/.test(b.dotted ?? "")),
  );
  const home = target.homes[0];
  const file = scan.files.get(home?.path ?? "");
  const declaration = home?.declarations[0];
  if (isTuple && target.newName.startsWith("_") && file !== undefined && declaration !== undefined) {
    report("name/invalid", file, declaration, "A field of a NamedTuple cannot start with an underscore.");
  }
  return conflicts;
}

function within(scope: Scope, outer: Scope): boolean {
  for (let s: Scope | null = scope; s !== null; s = s.parent) {
    if (s === outer) return true;
  }
  return false;
}

/** Classes that define the new name and inherit the member, or may. */
async function checkSubclasses(context: MemberNameContext): Promise<readonly Conflict[]> {
  const { target, scan, graph, after } = context;
  const { entry } = target.target;
  const own = new Set(ownClasses(target, scan).map(classKey));
  const conflicts: Conflict[] = [];
  for (const file of scan.files.values()) {
    for (const token of file.reading.tokens) {
      if (token.kind !== "string" || token.name !== target.newName || !token.whole) continue;
      const asked = /\b(has|get)attr\([^()]*,\s*["']$/.test(
        file.text.slice(Math.max(0, token.start - 200), token.start),
      );
      if (token.role !== "type_call" && !asked) continue;
      const message = asked
        ? `The attribute ${target.newName} is asked for by name here, perhaps of an instance of the class. Choose another name.`
        : `A class that is made by a call here has a member ${target.newName}, and may inherit the renamed one.`;
      conflicts.push(
        conflict("name/member-taken", entry, message, { path: file.path, line: lineOf(file, token) }),
      );
    }
    const staying = {
      ...file.reading,
      tokens: file.reading.tokens.filter((t) => after.targetOf(t) === null),
    };
    for (const place of classesDefining(staying, file, target.newName)) {
      if (own.has(classKey(place))) continue;
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      const { keys, unknown, baseNames } = await graph.ancestry(place);
      const inherits = [...own].some((key) => keys.has(key));
      const protocol = baseNames.has("Protocol");
      if (!inherits && unknown === null && !protocol) continue;
      const name = className(place);
      const message = inherits
        ? `${name} inherits ${target.name} and has a ${target.newName} already. Choose another name.`
        : protocol
          ? `${name} is a Protocol that asks for ${target.newName}: the class would fit it by its shape from then on.`
          : `${name} has a ${target.newName}, and what its base ${unknown ?? ""} is cannot be resolved: it may inherit ${target.name}.`;
      const line = file.lines.positionAt(place.header.nameAt).line + 1;
      conflicts.push(conflict("name/member-taken", entry, message, { path: file.path, line }));
    }
  }
  return conflicts;
}

/**
 * `x.new = …` where the server knows no attribute of that name: it may be set on an instance of the class. So is `x.new`
 * read when the class has a `__getattr__`, in whose place the renamed member would answer.
 */
async function checkStores({
  target,
  scan,
  session,
  graph,
  after,
}: MemberNameContext): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  let answers: Promise<boolean> | null = null;
  const answered = () => (answers ??= answersAnyName(target, scan, graph));
  for (const file of scan.files.values()) {
    for (const token of file.reading.tokens) {
      if (token.kind !== "attribute" || token.name !== target.newName) continue;
      if ((token.store && token.selfClass !== null) || after.targetOf(token) !== null) continue;
      // oxlint-disable-next-line no-await-in-loop -- one server, one question at a time
      if (!token.store && !(await answered())) continue;
      session.open(file.path);
      // oxlint-disable-next-line no-await-in-loop
      if ((await session.definition(file.path, token.start)).length > 0) continue;
      const message = token.store
        ? `An attribute ${target.newName} is set here, perhaps on an instance of the class. Choose another name.`
        : `__getattr__ answers for ${target.newName} here, perhaps on an instance of the class. Choose another name.`;
      conflicts.push(
        conflict("name/member-taken", target.target.entry, message, {
          path: file.path,
          line: lineOf(file, token),
        }),
      );
    }
  }
  return conflicts;
}

/** The class, or one above it, has a `__getattr__`. */
async function answersAnyName(target: ResolvedTarget, scan: Scan, graph: ClassGraph): Promise<boolean> {
  const names = { inherited: [], present: ["__getattr__"] };
  for (const place of ownClasses(target, scan)) {
    // oxlint-disable-next-line no-await-in-loop -- one, mostly
    const probe = await graph.probe(place.file.path, className(place), names);
    if (probe === null || (probe.present.get("__getattr__") ?? []).length > 0) return true;
  }
  return false;
}

/** Two entries can give one name to two members that meet in a class. */
async function checkEntries({
  target,
  targets,
  scan,
  graph,
}: MemberNameContext): Promise<readonly Conflict[]> {
  const conflicts: Conflict[] = [];
  const mine = ownClasses(target, scan);
  for (const other of targets) {
    if (other === target || other.newName !== target.newName || other.name === target.name || !other.member)
      continue;
    for (const place of mine) {
      for (const rival of ownClasses(other, scan)) {
        // oxlint-disable-next-line no-await-in-loop -- answered from memory
        const [a, b] = await Promise.all([graph.ancestry(place), graph.ancestry(rival)]);
        const meet =
          classKey(place) === classKey(rival) || a.keys.has(classKey(rival)) || b.keys.has(classKey(place));
        if (!meet) continue;
        const message = `${other.target.entry} gives the name ${target.newName} to ${other.name} of a class that has this member too.`;
        const line = place.file.lines.positionAt(place.header.nameAt).line + 1;
        conflicts.push(
          conflict("name/member-taken", target.target.entry, message, { path: place.file.path, line }),
        );
      }
    }
  }
  return conflicts;
}

function lineOf(file: SourceFile, token: Token): number {
  return file.lines.positionAt(token.start).line + 1;
}
