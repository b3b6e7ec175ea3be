import type { GitHubDouble } from "../github/github-double.ts";
import type { LoggedRequest } from "../github/request-log.ts";

/** What the jobs of a story have written to GitHub, and at which commit. */
export interface Recording {
  readonly requests: readonly LoggedRequest[];
  readonly url: string;
  readonly head: string;
}

/** Writes the same to the double of another story, at the head that its branch has: a job's effect without the job. */
export async function replay({ requests, url, head }: Recording, double: GitHubDouble): Promise<void> {
  const now = double.head("topic");
  const moved = (text: string) => text.replaceAll(head, now).replaceAll(url, double.url);
  const writes = requests.filter(({ method, operation }) => method !== "GET" && operation !== "graphql");
  for (const { method, path, body } of writes) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    const { ok, status } = await fetch(double.url + moved(path), {
      method,
      headers: { authorization: `token ${double.token}`, "content-type": "application/json" },
      body: moved(JSON.stringify(body)),
    });
    if (!ok) throw new Error(`${method} ${path} is answered with ${status}`);
  }
}
