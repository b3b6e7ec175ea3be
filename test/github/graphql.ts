import type { Answer } from "./call.ts";
import type { Fields } from "./fields.ts";
import type { Identity } from "./identity.ts";

/** The one query that the double answers: who the viewer is. */
const VIEWER = /^\s*(?:query(?:\s+\w+)?\s*)?\{\s*viewer\s*\{([\w\s,]+)\}\s*\}\s*$/;

const FIELDS: ReadonlySet<string> = new Set(["login", "databaseId", "id", "__typename"]);

/** Answers `{ viewer { login databaseId } }` to an identity; null for any other query. */
export function graphql(body: Fields): ((identity: Identity) => Answer) | null {
  const names = VIEWER.exec(body.textOrNull("query") ?? "")?.[1]
    ?.split(/[\s,]+/)
    .filter((name) => name !== "");
  if (names === undefined || names.some((name) => !FIELDS.has(name))) return null;
  return ({ account }) => {
    const viewer = {
      login: account.login,
      databaseId: account.id,
      id: `U_${account.id}`,
      __typename: account.type,
    };
    const asked = Object.entries(viewer).filter(([name]) => names.includes(name));
    return { status: 200, body: { data: { viewer: Object.fromEntries(asked) } } };
  };
}
