import { expect, test } from "vitest";
import { applyCommand } from "../../src/cli/apply-command.ts";

test.each([
  [["plan", "p.toml"], "rename-plan plan p.toml --apply"],
  [["plan", "my plan.toml", "--color=never"], "rename-plan plan 'my plan.toml' --color=never --apply"],
  [["plan", "--", "-p.toml"], "rename-plan plan --apply -- -p.toml"],
  [["plan", "it's $HOME"], String.raw`rename-plan plan 'it'\''s $HOME' --apply`],
  [["symbol", "m", "", "größe"], "rename-plan symbol m '' 'größe' --apply"],
])("%j is applied by a command that a shell reads back (REQ-109-036)", (argv, command) => {
  expect(applyCommand("rename-plan", argv)).toBe(command);
});
