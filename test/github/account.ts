import { createHash } from "node:crypto";

/** Who does something on GitHub. The login of a bot ends with "[bot]". */
export interface Account {
  readonly login: string;
  readonly id: number;
  readonly type: "User" | "Bot";
}

/** The account that every GITHUB_TOKEN acts as; the id is the real one. */
export const ACTIONS_BOT: Account = { login: "github-actions[bot]", id: 41_898_282, type: "Bot" };

/** The account of a login; the same login always has the same id. */
export function account(login: string): Account {
  if (login === ACTIONS_BOT.login) return ACTIONS_BOT;
  const id = createHash("sha256").update(login.toLowerCase()).digest().readUInt32BE() % 100_000_000;
  return { login, id, type: login.endsWith("[bot]") ? "Bot" : "User" };
}

/** The address by which GitHub finds the account of a commit's author. */
export function noreplyAddress({ login, id }: Account): string {
  return `${id}+${login}@users.noreply.github.com`;
}
