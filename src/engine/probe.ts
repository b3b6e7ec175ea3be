import type { LanguageServer, Location } from "./ports.ts";

/**
 * Asks the server about a class by opening a small document that imports it, which exists nowhere on disk.
 * Facts, each proved by a test with the real server: `super(C, x).name` goes to the nearest base that has the name,
 * also outside the repository; and access to a name that no class has is reported unless a base is unknown.
 */
export interface ClassProbe {
  /** Every base of the class is known to the server. */
  readonly basesKnown: boolean;
  /** Where the nearest base defines each asked name; empty when none does. */
  readonly inherited: ReadonlyMap<string, readonly Location[]>;
  /** Where the class, a base or a metaclass defines each asked name. */
  readonly present: ReadonlyMap<string, readonly Location[]>;
}

/** Asked for in the bases alone, and in the class with them and its metaclass. */
export interface ProbedNames {
  readonly inherited: readonly string[];
  readonly present: readonly string[];
}

const NEVER = "_rename_plan_never";
const NEVER_LINE = 2;

export async function probeClass(
  server: LanguageServer,
  module: string,
  classPath: string,
  names: ProbedNames,
): Promise<ClassProbe> {
  const text = [
    "# pyright: basic",
    `import ${module} as _m`,
    `_m.${classPath}.${NEVER}`,
    `def _f(x: _m.${classPath}):`,
    ...names.inherited.map((name) => `    super(_m.${classPath}, x).${name}`),
    ...names.present.map((name) => `    x.${name}`),
    ...names.present.map((name) => `    _m.${classPath}.${name}`),
    "    return x",
    "",
  ];
  const document = server.openProbe(text.join("\n"));
  const ask = async (list: readonly string[], firstLine: number) => {
    const found = new Map<string, readonly Location[]>();
    for (const [index, name] of list.entries()) {
      const line = firstLine + index;
      const character = (text[line]?.length ?? 0) - name.length;
      // oxlint-disable-next-line no-await-in-loop -- one document, and the server answers in order anyway
      found.set(name, await server.definition(document, { line, character }));
    }
    return found;
  };
  const diagnostics = await server.diagnostics(document);
  const inherited = await ask(names.inherited, NEVER_LINE + 2);
  const firstPresent = NEVER_LINE + 2 + names.inherited.length;
  const onInstance = await ask(names.present, firstPresent);
  const onClass = await ask(names.present, firstPresent + names.present.length);
  const present = new Map(
    names.present.map((name) => [name, [...(onInstance.get(name) ?? []), ...(onClass.get(name) ?? [])]]),
  );
  return {
    basesKnown: diagnostics.some((d) => d.range.start.line === NEVER_LINE && d.message.includes(NEVER)),
    inherited,
    present,
  };
}

/** Where the server finds an attribute of a module; empty when the module has none of that name. */
export async function probeMember(
  server: LanguageServer,
  module: string,
  name: string,
): Promise<readonly Location[]> {
  const use = `_m.${name}`;
  const document = server.openProbe(`import ${module} as _m\n${use}\n`);
  return server.definition(document, { line: 1, character: use.length - name.length });
}

/** Where the server finds a module that is imported by its dotted name; empty when it does not. */
export async function probeModule(server: LanguageServer, module: string): Promise<readonly Location[]> {
  const statement = `import ${module} as _m`;
  const document = server.openProbe(`${statement}\n`);
  const last = module.slice(module.lastIndexOf(".") + 1);
  const character = "import ".length + module.length - last.length;
  return server.definition(document, { line: 0, character });
}
