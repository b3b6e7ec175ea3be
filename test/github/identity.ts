import { randomBytes } from "node:crypto";
import { type Account, account, ACTIONS_BOT } from "./account.ts";

/** A GitHub App as responses show it. */
export interface App {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** Whom a token acts as. Without an app it is a person's own token, which may not write checks. */
export interface Identity {
  readonly token: string;
  readonly account: Account;
  readonly app: App | null;
}

/** The identity of an installation of GitHub Actions: what a job gets as GITHUB_TOKEN. */
export function actionsIdentity(): Identity {
  const app = { id: 15_368, slug: "github-actions", name: "GitHub Actions" };
  return { token: `ghs_${secret()}`, account: ACTIONS_BOT, app };
}

/** The identity of an App that an organization made for itself. */
export function appIdentity(slug: string): Identity {
  const bot = account(`${slug}[bot]`);
  return { token: `ghs_${secret()}`, account: bot, app: { id: 900_001, slug, name: slug } };
}

/** The identity of a person by a personal access token. */
export function personIdentity(login: string): Identity {
  return { token: `ghp_${secret()}`, account: account(login), app: null };
}

function secret(): string {
  return randomBytes(18).toString("hex");
}
