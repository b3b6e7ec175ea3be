import { type Account, account } from "./account.ts";
import { ApiError } from "./api-error.ts";

/** A role of a repository; any other name is a custom role, which counts as write. */
export type Role = "admin" | "maintain" | "write" | "triage" | "read" | "none" | `custom:${string}`;

/** Who has which role in the repository. */
export interface People {
  setRole(login: string, role: Role): void;
  /** As the permission endpoint answers; 404 for somebody without any role. */
  permission(login: string): PermissionJson;
}

export interface PermissionJson {
  readonly permission: "admin" | "write" | "read" | "none";
  readonly role_name: string;
  readonly user: Account & { readonly permissions: Readonly<Record<string, boolean>> };
}

const ORDER = ["pull", "triage", "push", "maintain", "admin"];

export function people(): People {
  const roles = new Map<string, { readonly login: string; readonly role: Role }>();
  return {
    setRole: (login, role) => void roles.set(login.toLowerCase(), { login, role }),
    permission(login) {
      const found = roles.get(login.toLowerCase());
      if (found === undefined) throw new ApiError(404, `${login} is not a user`);
      const { role } = found;
      const rank = rankOf(role);
      return {
        permission: permissionOf(role),
        role_name: role.replace(/^custom:/, ""),
        user: {
          ...account(found.login),
          permissions: Object.fromEntries(ORDER.map((name, i) => [name, i < rank])),
        },
      };
    },
  };
}

function permissionOf(role: Role): PermissionJson["permission"] {
  if (role === "triage") return "read";
  return role === "admin" || role === "read" || role === "none" ? role : "write";
}

/** How many of the permissions in ORDER a role has. */
function rankOf(role: Role): number {
  const rank = ["none", "read", "triage", "write", "maintain", "admin"].indexOf(role);
  return rank < 0 ? 3 : rank;
}
