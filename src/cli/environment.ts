/** The environment variables that the program looks at. No other file reads them. */
export interface Environment {
  /** `NO_COLOR`: any value but the empty one turns colour off (no-color.org). */
  readonly noColor: boolean;
  /** `FORCE_COLOR`: "0" or "false" turns colour off, any other value on, also when NO_COLOR is set (as in Node); null when not set. */
  readonly forceColor: boolean | null;
  /** `TERM`: "dumb" is a terminal that can neither colour nor go back in a line. */
  readonly dumbTerminal: boolean;
}

export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): Environment {
  const force = variables["FORCE_COLOR"];
  return {
    noColor: (variables["NO_COLOR"] ?? "") !== "",
    forceColor: force === undefined ? null : force !== "0" && force !== "false",
    dumbTerminal: variables["TERM"] === "dumb",
  };
}
