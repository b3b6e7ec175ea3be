import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Random, randomFrom } from "./random.ts";
import { SUBJECTS, type Subject, subjectModule } from "./subjects.ts";
import { type GeneratedModule, spelled, writeModule } from "./write-module.ts";

/**
 * Writes a Python project of many files, the same for the same seed. As in real projects the files are of all sizes,
 * import each other absolutely and relatively, through re-exports and now and then through a star, and names clash.
 *
 *   node bench/generate-tree.ts FOLDER [FILES] [SEED]
 */
const FILES = 2600;
const SEED = 1;
const AREAS =
  "billing booking crew customs docks fleet fuel gates ledger lights pilots pumps radar repair safety stock tides towage tracking weather".split(
    " ",
  );
const LEVELS = "adapters domain jobs models service views".split(" ");
const MEDIAN_LINES = 105;
const SPREAD = 0.9;
const MOST_LINES = 2000;

export function generateTree(folder: string, files = FILES, seed = SEED): void {
  const random = randomFrom(seed);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write("README.md", "# Harbour\n\nA Shipment arrives in a Container at a Berth.\n");
  write("pyproject.toml", '[project]\nname = "harbour"\nversion = "1"\n');
  write("src/harbour/__init__.py", '"""Everything about the harbour."""\n');
  write("src/harbour/core/__init__.py", exportsOf(SUBJECTS));
  for (const subject of SUBJECTS) write(`src/harbour/core/${subject.module}.py`, subjectModule(subject));

  const packages = AREAS.flatMap((area) => [area, ...LEVELS.map((level) => `${area}.${level}`)]);
  const count = files - 2 - SUBJECTS.length - packages.length;
  const uses = usesByModule(random, count);
  const known = new Map<string, GeneratedModule[]>();
  const all: GeneratedModule[] = [];
  for (let index = 0; index < count; index++) {
    const area = random.pick(AREAS);
    const isTest = index >= count * 0.9;
    const parent = isTest ? "tests" : `harbour.${area}.${random.pick(LEVELS)}`;
    const module = isTest ? `test_${area}_${index}` : `${parent}.part_${index}`;
    const path = isTest ? `tests/${module}.py` : `src/${module.replaceAll(".", "/")}.py`;
    const near = [...(known.get(area) ?? []).slice(-60), ...random.sample(all.slice(-400), 10)];
    const lines = Math.min(MOST_LINES, Math.max(12, random.skewed(MEDIAN_LINES, SPREAD)));
    const extra = extraOf(random, module, index, uses.get(index) ?? []);
    const { generated, text } = writeModule(random, path, module, near, extra, lines);
    write(path, text);
    if (isTest) continue;
    all.push(generated);
    known.set(area, [...(known.get(area) ?? []), generated]);
  }
  for (const name of packages) {
    const inside = all.filter((m) => m.module.startsWith(`harbour.${name}.`));
    write(`src/harbour/${name.replaceAll(".", "/")}/__init__.py`, reExports(random, name, inside));
  }
}

/** A package that hands on some of its subjects by name and one by a star. */
function exportsOf(subjects: readonly Subject[]): string {
  const lines = subjects
    .filter((s, index) => index % 2 === 0 && index > 0)
    .map((s) => `from .${s.module} import ${s.imports}`);
  return ['"""What all areas share."""', "", "from .shipment import *", ...lines, ""].join("\n");
}

function reExports(random: Random, name: string, inside: readonly GeneratedModule[]): string {
  const taken = new Set<string>();
  const lines: string[] = [];
  for (const { module, classes } of random.sample(inside, 6)) {
    const [first] = classes;
    if (first === undefined || taken.has(first.name)) continue;
    taken.add(first.name);
    lines.push(`from ${spelled(random, `harbour.${name}.__init__`, module)} import ${first.name}`);
  }
  return [`"""The ${name} of the harbour."""`, "", ...lines, ""].join("\n");
}

/** Which modules, by number, use which subjects. */
function usesByModule(random: Random, count: number): ReadonlyMap<number, Subject[]> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const uses = new Map<number, Subject[]>();
  for (const subject of SUBJECTS) {
    for (const index of random.sample(numbers, subject.users)) {
      uses.set(index, [...(uses.get(index) ?? []), subject]);
    }
  }
  return uses;
}

/** What a module imports and does because of the subjects; a few modules only bear names that look like them. */
function extraOf(random: Random, module: string, index: number, subjects: readonly Subject[]) {
  const imports: string[] = [];
  const statements: string[] = [];
  for (const [order, subject] of subjects.entries()) {
    const n = `${index}_${order}`;
    const { line, qualified } = importOf(random, module, subject, n);
    imports.push(line);
    const chosen = random.sample(subject.uses, random.between(1, subject.uses.length));
    for (const [place, use] of chosen.entries()) {
      statements.push(use.replaceAll("{q}", qualified).replaceAll("{n}", `${n}_${place}`));
    }
    const last = subject.name.slice(subject.name.lastIndexOf(".") + 1);
    if (random.chance(0.3))
      statements.push(`# ${last} is counted where it is used.\nNOTE_${n} = "${last} seen"`);
  }
  if (subjects.length === 0 && random.chance(0.03)) statements.push(...random.pick(CLASHES));
  return { imports, statements };
}

function importOf(random: Random, module: string, subject: Subject, n: string) {
  const { imports } = subject;
  const whole = `harbour.core.${subject.module}`;
  const style = random.next();
  if (style < 0.1) {
    return {
      line: `from harbour.core import ${subject.module} as core_${n}`,
      qualified: `core_${n}.${imports}`,
    };
  }
  if (style < 0.16) return { line: `from ${whole} import ${imports} as Other${n}`, qualified: `Other${n}` };
  if (style < 0.2) return { line: `from ${whole} import *`, qualified: imports };
  return { line: `from ${spelled(random, module, whole)} import ${imports}`, qualified: imports };
}

/** Other symbols of the same names, and texts that hold them. */
const CLASHES: readonly (readonly string[])[] = [
  [
    'class Shipment:\n    """A parcel of the post office."""\n\n    weight = 1',
    "def stamped(parcel: Shipment) -> Shipment:\n    return parcel if parcel.weight else Shipment()",
  ],
  ['COLUMNS = ["Shipment", "Container", "Berth"]', "# A Shipment here is a column."],
  ["MAX_LOAD = 3", "def twofold() -> int:\n    return MAX_LOAD * 2"],
  ["def round_up(amount: int) -> int:\n    return amount + 1", "ROUNDED = round_up(2)"],
  [
    "class Purse:\n    def settle(self, amount: int) -> int:\n        return amount",
    "def pay(purse: Purse) -> int:\n    return purse.settle(4)",
  ],
];

if (import.meta.main) {
  const [folder, files, seed] = process.argv.slice(2);
  if (folder === undefined) {
    console.error("usage: node bench/generate-tree.ts FOLDER [FILES] [SEED]");
    process.exit(2);
  }
  generateTree(folder, files === undefined ? FILES : Number(files), seed === undefined ? SEED : Number(seed));
}
