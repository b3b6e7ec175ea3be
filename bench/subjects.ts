/** The symbols that the benchmark renames in the generated tree. The first class is the one that is renamed alone. */

/** A use of a subject in another module; `{n}` is a number that no other use in the file has. */
export interface Subject {
  readonly kind: "class" | "function" | "variable" | "method" | "field";
  /** Under the package `harbour.core`. */
  readonly module: string;
  readonly name: string;
  readonly newName: string;
  /** How many modules use it. */
  readonly users: number;
  /** What a user imports from the module. */
  readonly imports: string;
  /** Python statements of a user, at module level; `{q}` is the imported name, with or without a module before it. */
  readonly uses: readonly string[];
}

const CLASS_USES = [
  "def receive_{n}(entry: {q}, spare: {q} | None = None) -> list[{q}]:\n    return [entry] if spare is None else [entry, spare]",
  "def known_{n}(entry: object) -> bool:\n    return isinstance(entry, {q})",
  'def label_{n}(entry: "{q}") -> str:\n    return f"{entry.describe()} ({{q}.__name__})"',
  'REGISTRY_{n}: dict[str, type[{q}]] = {"default": {q}}',
  "def build_{n}(count: int) -> {q}:\n    made = {q}()\n    made.grow(count)\n    return made",
];

function classSubject(module: string, name: string, newName: string, users: number): Subject {
  return { kind: "class", module, name, newName, users, imports: name, uses: CLASS_USES };
}

function functionSubject(module: string, name: string, newName: string, users: number): Subject {
  const uses = [
    "def run_{n}(amount: int) -> int:\n    return {q}(amount) + {q}(amount + 1)",
    "STEP_{n} = {q}(7)",
    "def mapped_{n}(amounts: list[int]) -> list[int]:\n    return sorted(map({q}, amounts))",
  ];
  return { kind: "function", module, name, newName, users, imports: name, uses };
}

function variableSubject(module: string, name: string, newName: string, users: number): Subject {
  const uses = [
    "def limited_{n}(amount: int) -> int:\n    return min(amount, {q})",
    "SHIFTED_{n} = {q} + 3",
    "def over_{n}(amounts: list[int], limit: int = {q}) -> list[int]:\n    return [a for a in amounts if a > limit]",
  ];
  return { kind: "variable", module, name, newName, users, imports: name, uses };
}

function methodSubject(module: string, owner: string, name: string, newName: string, users: number): Subject {
  const uses = [
    `def worked_{n}(entry: {q}) -> int:\n    return entry.${name}(3) + entry.${name}(4)`,
    `def fresh_{n}() -> int:\n    made = {q}()\n    return made.${name}(5)`,
  ];
  return { kind: "method", module, name: `${owner}.${name}`, newName, users, imports: owner, uses };
}

function fieldSubject(module: string, owner: string, name: string, newName: string, users: number): Subject {
  const uses = [
    `def weighed_{n}(entry: {q}) -> int:\n    entry.${name} += 1\n    return entry.${name}`,
    `SAMPLE_{n} = {q}(${name}=12)`,
  ];
  return { kind: "field", module, name: `${owner}.${name}`, newName, users, imports: owner, uses };
}

export const SUBJECTS: readonly Subject[] = [
  classSubject("shipment", "Shipment", "Consignment", 130),
  classSubject("container", "Container", "FreightBox", 60),
  classSubject("berth", "Berth", "MooringPlace", 40),
  classSubject("manifest", "Manifest", "CargoList", 25),
  classSubject("tariff", "TariffTable", "FeeSchedule", 12),
  classSubject("crane", "GantryCrane", "QuayCrane", 8),
  functionSubject("rounding", "round_up", "ceil_to_unit", 60),
  functionSubject("duties", "duty_for", "import_duty", 30),
  functionSubject("checks", "check_digit", "control_digit", 20),
  functionSubject("routes", "shortest_leg", "quickest_leg", 10),
  functionSubject("labels", "label_width", "tag_width", 5),
  variableSubject("limits", "MAX_LOAD", "LOAD_CEILING", 50),
  variableSubject("clock", "SHIFT_MINUTES", "WATCH_MINUTES", 25),
  variableSubject("units", "TEU_LITRES", "UNIT_LITRES", 12),
  variableSubject("queueing", "QUEUE_DEPTH", "BACKLOG_DEPTH", 6),
  methodSubject("ledger", "Ledger", "settle", "close_out", 40),
  methodSubject("pilotage", "Pilot", "steer", "guide_in", 20),
  methodSubject("customs", "CustomsDesk", "inspect_goods", "examine_goods", 10),
  fieldSubject("invoice", "Invoice", "total_due", "amount_payable", 30),
  fieldSubject("stowage", "StowageSlot", "deck_row", "deck_line", 15),
];

/** The text of the module that defines a subject. */
export function subjectModule(subject: Subject): string {
  const head = `"""The ${subject.module} of the harbour."""\n\n`;
  const [owner = "", member = ""] = subject.name.split(".");
  switch (subject.kind) {
    case "class":
      return `${head}__all__ = ["${owner}", "empty_${subject.module}"]


class ${owner}:
    """One ${owner}, as the registry knows it."""

    def __init__(self, size: int = 0) -> None:
        self.size = size

    def grow(self, count: int) -> "${owner}":
        self.size += count
        return self

    def describe(self) -> str:
        return f"${owner} of {self.size}"


def empty_${subject.module}() -> ${owner}:
    return ${owner}()
`;
    case "function":
      return `${head}def ${owner}(amount: int) -> int:
    """What ${owner} gives for an amount."""
    if amount <= 0:
        return 0
    return 1 + ${owner}(amount - 10)
`;
    case "variable":
      return `${head}${owner} = 40
HALF_OF_IT = ${owner} // 2
`;
    case "method":
      return `${head}class ${owner}:
    """Works on amounts."""

    def __init__(self) -> None:
        self.done = 0

    def ${member}(self, amount: int) -> int:
        self.done += amount
        return self.done

    def twice(self, amount: int) -> int:
        return self.${member}(amount) + self.${member}(amount)
`;
    case "field":
      return `${head}from dataclasses import dataclass


@dataclass
class ${owner}:
    ${member}: int = 0
    remark: str = ""

    def doubled(self) -> int:
        return self.${member} * 2
`;
  }
}
