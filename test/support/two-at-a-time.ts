/** Gives out turns: at most two pieces of work run at any time, since each one has a language server. */
export function twoAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
  let next = 0;
  return (work) => {
    const lane = next++ % lanes.length;
    const mine = (lanes[lane] ?? Promise.resolve()).then(work, work);
    lanes[lane] = mine.catch(() => null);
    return mine;
  };
}
