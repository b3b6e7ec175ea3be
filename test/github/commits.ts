import type { BareRepository, Signature } from "./bare-repository.ts";
import { iso } from "./clock.ts";

/** A commit as it is in the repository. */
export interface Commit {
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

const FORMAT = ["%H", "%T", "%P", "%an", "%ae", "%aI", "%cn", "%ce", "%cI", "%B"];

/** The commits that `git log` lists for these arguments, in its order. */
export function commits(repository: BareRepository, args: readonly string[]): readonly Commit[] {
  const tokens = repository.git(["log", "-z", `--format=${FORMAT.join("%x00")}`, ...args]).split("\0");
  const found: Commit[] = [];
  for (let i = 0; i + FORMAT.length <= tokens.length; i += FORMAT.length) {
    const [
      sha = "",
      tree = "",
      parents = "",
      an = "",
      ae = "",
      ad = "",
      cn = "",
      ce = "",
      cd = "",
      message = "",
    ] = tokens.slice(i, i + FORMAT.length);
    found.push({
      sha,
      tree,
      parents: parents.split(" ").filter((parent) => parent !== ""),
      author: { name: an, email: ae, date: iso(new Date(ad)) },
      committer: { name: cn, email: ce, date: iso(new Date(cd)) },
      message: message.trimEnd(),
    });
  }
  return found;
}
