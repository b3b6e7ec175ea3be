/** Where a branch is kept: a fork's apart from the repository's own. */
export function refOf(branch: string): string {
  if (branch.startsWith("refs/")) return branch;
  const colon = branch.indexOf(":");
  if (colon < 0) return `refs/heads/${branch}`;
  return `refs/forks/${branch.slice(0, colon)}/${branch.slice(colon + 1)}`;
}
