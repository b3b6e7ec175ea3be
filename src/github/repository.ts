/** A repository on GitHub, as in `owner/name`. */
export interface Repository {
  readonly owner: string;
  readonly name: string;
}

/** Null for what is no `owner/name`. */
export function parseRepository(fullName: string): Repository | null {
  const [owner = "", name = "", ...rest] = fullName.split("/");
  return owner === "" || name === "" || rest.length > 0 ? null : { owner, name };
}
