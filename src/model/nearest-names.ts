/** Names longer than this are compared for containment only, so that a hostile text costs no time. */
const LONGEST = 200;

/** What a name that contains the other one counts as, in edits: behind a typing slip, before a stranger. */
const CONTAINMENT = 2;
const SHORTEST_CONTAINED = 3;

interface Ranked {
  readonly name: string;
  readonly score: number;
  readonly edits: number;
}

/**
 * The candidates that `name` may be a slip of, nearest first, at most `limit`; equal ranks in code unit order. Near is:
 * at most a third of the letters inserted, deleted, replaced or swapped with a neighbour (letter case is free), or one
 * name containing the other. `name` itself is never among them.
 */
export function nearestNames(name: string, candidates: Iterable<string>, limit: number): readonly string[] {
  const ranked: Ranked[] = [];
  const wanted = name.toLowerCase();
  for (const candidate of new Set(candidates)) {
    if (candidate === name) continue;
    const rank = compare(wanted, candidate);
    if (rank !== null) ranked.push(rank);
  }
  ranked.sort((a, b) => a.score - b.score || a.edits - b.edits || (a.name < b.name ? -1 : 1));
  return ranked.slice(0, limit).map((rank) => rank.name);
}

function compare(wanted: string, name: string): Ranked | null {
  const folded = name.toLowerCase();
  const longest = Math.max(wanted.length, folded.length);
  const shortest = Math.min(wanted.length, folded.length);
  if (shortest === 0) return null;
  if (shortest >= SHORTEST_CONTAINED && (folded.includes(wanted) || wanted.includes(folded))) {
    const edits = longest - shortest;
    return { name, edits, score: Math.min(edits, CONTAINMENT) };
  }
  const allowed = Math.ceil(longest / 3);
  if (longest > LONGEST || longest - shortest > allowed) return null;
  const edits = editDistance(wanted, folded);
  return edits > allowed || edits === longest ? null : { name, edits, score: edits };
}

/**
 * How many UTF-16 code units must be inserted, deleted, replaced or swapped with their neighbour to make `b` of `a`
 * (the restricted Damerau-Levenshtein distance, "optimal string alignment").
 */
function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, at(last, j) + 1, at(row, j - 1) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(beforeLast, j - 2) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
