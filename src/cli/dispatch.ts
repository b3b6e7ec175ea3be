import { parseCommand } from "./args.ts";
import { help } from "./help.ts";
import { run } from "./run.ts";
import { showReport } from "./show-report.ts";
import type { Terminal } from "./terminal.ts";
import { ENGINE } from "../run/version.ts";

/** Does what the arguments ask for; the exit code comes back. Rejects as `run` and `showReport` do. */
export async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  const command = parseCommand(argv);
  switch (command.command) {
    case "help":
      terminal.stdout.write(help(command.topic));
      return 0;
    case "version":
      terminal.stdout.write(`${ENGINE.name} ${ENGINE.version}\n`);
      return 0;
    case "usage": {
      const topic = command.topic === null ? "" : ` ${command.topic}`;
      terminal.stderr.write(`rename-plan: ${command.message}\nSee: rename-plan${topic} --help\n`);
      return 2;
    }
    case "report":
      await showReport(command, terminal);
      return 0;
    case "plan":
    case "symbol":
    case "module":
      return run(command, argv, terminal);
  }
}
