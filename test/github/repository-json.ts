import { account } from "./account.ts";

/** A repository as responses and payloads show it: the fields that a program may read. */
export interface RepositoryJson {
  readonly id: number;
  readonly name: string;
  readonly full_name: string;
  readonly private: boolean;
  readonly fork: boolean;
  readonly owner: ReturnType<typeof account>;
  readonly html_url: string;
  readonly url: string;
  readonly clone_url: string;
  readonly default_branch: string;
}

/** The repository of an owner: the double's own, or a fork of it. */
export function repositoryJson(
  serverUrl: string,
  owner: string,
  name: string,
  fork: boolean,
): RepositoryJson {
  return {
    id: account(`${owner}/${name}`).id,
    name,
    full_name: `${owner}/${name}`,
    private: false,
    fork,
    owner: account(owner),
    html_url: `${serverUrl}/${owner}/${name}`,
    url: `${serverUrl}/repos/${owner}/${name}`,
    clone_url: `${serverUrl}/${owner}/${name}.git`,
    default_branch: "main",
  };
}
