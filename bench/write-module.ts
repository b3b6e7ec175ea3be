import type { Random } from "./random.ts";

/** What a generated module offers to those that import it. */
export interface GeneratedModule {
  /** Dotted. */
  readonly module: string;
  /** POSIX, relative to the tree. */
  readonly path: string;
  readonly classes: readonly GeneratedClass[];
  readonly functions: readonly string[];
}

export interface GeneratedClass {
  readonly name: string;
  /** Without parameters but self and an amount; an int comes back. */
  readonly methods: readonly string[];
  readonly fields: readonly string[];
}

const ADJECTIVES =
  "Inner Outer Daily Nightly Partial Bonded Frozen Joint Local Remote Heavy Light Open Sealed Spare Shared".split(
    " ",
  );
const NOUNS =
  "Anchor Barge Buoy Cable Cargo Channel Dock Ferry Gate Hatch Hull Jetty Keel Lantern Lock Mast Pier Pump Quay Rudder Sail Signal Tank Tide Tug Vessel Winch Yard".split(
    " ",
  );
const VERBS =
  "adjust balance count drain fetch haul load measure move pack plan raise settle sort steer weigh".split(
    " ",
  );
const THINGS =
  "batch depth entry hours index lane level order pallet rate row slot stock total volume weight".split(" ");
const STDLIB = [
  "import json",
  "import os",
  "import re",
  "from collections import defaultdict",
  "from pathlib import Path",
  "import logging",
  "from datetime import datetime, timedelta",
];

/** Writes one module of about `lines` lines that uses classes and functions of `known` modules. */
export function writeModule(
  random: Random,
  path: string,
  module: string,
  known: readonly GeneratedModule[],
  extra: { readonly imports: readonly string[]; readonly statements: readonly string[] },
  lines: number,
): { readonly generated: GeneratedModule; readonly text: string } {
  const imported = random.sample(known, random.between(2, 9));
  const names = new Set<string>();
  const importLines: string[] = [];
  const bases: GeneratedClass[] = [];
  const helpers: string[] = [];
  for (const other of imported) {
    const [found] = random.sample(
      other.classes.filter((c) => !names.has(c.name)),
      1,
    );
    const [helper] = random.sample(
      other.functions.filter((f) => !names.has(f)),
      1,
    );
    const wanted = [found?.name, random.chance(0.5) ? helper : undefined].filter((n) => n !== undefined);
    if (wanted.length === 0) continue;
    for (const name of wanted) names.add(name);
    if (found !== undefined) bases.push(found);
    if (helper !== undefined && wanted.includes(helper)) helpers.push(helper);
    importLines.push(`from ${spelled(random, module, other.module)} import ${wanted.join(", ")}`);
  }
  const parts: string[] = [];
  const classes: GeneratedClass[] = [];
  const functions: string[] = [];
  parts.push(...extra.statements);
  while (linesOf(parts) < lines) {
    if (random.chance(0.4)) {
      const name = fresh(names, () => random.pick(ADJECTIVES) + random.pick(NOUNS), "Group");
      const made = writeClass(random, name, bases);
      classes.push(made.generated);
      parts.push(made.text);
    } else if (random.chance(0.8)) {
      const name = fresh(names, () => `${random.pick(VERBS)}_${random.pick(THINGS)}`, "_again");
      functions.push(name);
      parts.push(writeFunction(random, name, bases, helpers));
    } else {
      const name = fresh(names, () => `${random.pick(THINGS)}_${random.pick(NOUNS)}`.toUpperCase(), "_2");
      parts.push(`${name} = ${random.between(1, 900)}  # ${random.pick(THINGS)} of a ${random.pick(NOUNS)}`);
    }
  }
  const text = [
    `"""Keeps the ${random.pick(THINGS)} of each ${random.pick(NOUNS)} of ${module}."""`,
    "",
    ...(random.chance(0.5) ? ["from __future__ import annotations", ""] : []),
    ...random.sample(STDLIB, random.between(1, 4)),
    "",
    ...importLines,
    ...extra.imports,
    "",
    "",
    parts.join("\n\n\n"),
    "",
  ].join("\n");
  return { generated: { module, path, classes, functions }, text };
}

function linesOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.split("\n").length + 2, 0);
}

/** The module as an import in another one names it: relative where the two are near each other, now and then. */
export function spelled(random: Random, from: string, to: string): string {
  const near = to.split(".");
  const own = from.split(".").slice(0, -1);
  let shared = 0;
  while (shared < own.length && shared < near.length - 1 && own[shared] === near[shared]) shared += 1;
  if (shared < 2 || !random.chance(0.4)) return to;
  return ".".repeat(own.length - shared + 1) + near.slice(shared).join(".");
}

function fresh(names: Set<string>, make: () => string, more: string): string {
  let name = make();
  while (names.has(name)) name = `${make()}${more}${names.size}`;
  names.add(name);
  return name;
}

function writeClass(random: Random, name: string, bases: readonly GeneratedClass[]) {
  const base = random.chance(0.45) ? random.sample(bases, 1)[0] : undefined;
  const taken = new Set([...(base?.methods ?? []), ...(base?.fields ?? [])]);
  const methods: string[] = [];
  const fields: string[] = [];
  const out = [
    `class ${name}${base === undefined ? "" : `(${base.name})`}:`,
    `    """A ${name} holds one ${random.pick(THINGS)} of the ${random.pick(NOUNS)}."""`,
    "",
    `    unit = "${random.pick(THINGS)}"`,
    "",
    "    def __init__(self, amount: int = 0) -> None:",
    ...(base === undefined ? [] : ["        super().__init__(amount)"]),
  ];
  for (let i = random.between(1, 4); i > 0; i--) {
    const field = fresh(taken, () => `${random.pick(THINGS)}_${random.pick(THINGS)}`, "_");
    fields.push(field);
    out.push(`        self.${field}: int = amount * ${random.between(1, 9)}`);
  }
  for (let i = random.between(2, 7); i > 0; i--) {
    const method = fresh(taken, () => `${random.pick(VERBS)}_${random.pick(THINGS)}`, "_");
    const field = random.pick(fields);
    out.push(
      "",
      `    def ${method}(self, amount: int) -> int:`,
      ...(random.chance(0.4) ? [`        """The ${random.pick(THINGS)} after ${method}."""`] : []),
      `        if amount > self.${field}:`,
      `            raise ValueError(f"${name}: {amount} is above {self.${field}}")`,
      ...body(random, "        ", bases),
      `        self.${field} += amount${random.chance(0.2) ? `  # ${random.pick(THINGS)} is checked above` : ""}`,
      `        return self.${random.pick(fields)}`,
    );
    methods.push(method);
  }
  const generated = {
    name,
    methods: [...methods, ...(base?.methods ?? [])],
    fields: [...fields, ...(base?.fields ?? [])],
  };
  return { generated, text: out.join("\n") };
}

function writeFunction(
  random: Random,
  name: string,
  bases: readonly GeneratedClass[],
  helpers: readonly string[],
): string {
  const [used] = random.sample(bases, 1);
  const [helper] = random.sample(helpers, 1);
  const annotated = used === undefined ? "" : `, part: "${used.name} | None" = None`;
  return [
    `def ${name}(amount: int = 1${annotated}) -> int:`,
    ...(random.chance(0.6) ? [`    """Gives the ${random.pick(THINGS)} for an amount."""`] : []),
    ...body(random, "    ", bases),
    ...(used === undefined
      ? []
      : [
          "    if part is not None:",
          `        amount += part.${random.pick(used.methods)}(amount)`,
          `        amount += part.${random.pick(used.fields)}`,
        ]),
    ...(helper === undefined ? [] : [`    amount += ${helper}(amount)`]),
    "    return amount",
  ].join("\n");
}

/** Some statements on the variable `amount`. */
function body(random: Random, indent: string, bases: readonly GeneratedClass[]): string[] {
  const out: string[] = [];
  for (let i = random.between(0, 4); i > 0; i--) {
    const thing = random.pick(THINGS);
    const [used] = random.sample(bases, 1);
    const choices = [
      [`${thing} = [n * 2 for n in range(amount)]`, `amount += len(${thing})`],
      [`for ${thing} in range(3):`, `    if ${thing} % 2:`, `        amount -= ${thing}`],
      [
        `${thing} = {"${random.pick(THINGS)}": amount, "${random.pick(NOUNS)}": 2}`,
        `amount += sum(${thing}.values())`,
      ],
      ["try:", `    amount = int(str(amount))`, "except ValueError:", "    amount = 0"],
      ...(used === undefined
        ? []
        : [[`${thing} = ${used.name}(amount)`, `amount += ${thing}.${random.pick(used.methods)}(1)`]]),
    ];
    out.push(...random.pick(choices).map((line) => indent + line));
  }
  return out;
}
