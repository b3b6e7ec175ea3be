const NUMBER = new Intl.NumberFormat("en");

/** As in `1 file`, `2,788 files`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${NUMBER.format(number)} ${number === 1 ? one : many}`;
}
