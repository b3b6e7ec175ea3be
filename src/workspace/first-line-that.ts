const LF = 10;

/** The 1-based number of the first line whose bytes (with the line feed) fail; the last line when none does alone. */
export function firstLineThat(bytes: Uint8Array, fails: (line: Uint8Array) => boolean): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const lineFeed = bytes.indexOf(LF, start);
    const end = lineFeed < 0 ? bytes.length : lineFeed + 1;
    if (fails(bytes.subarray(start, end)) || end === bytes.length) return line;
    start = end;
  }
  return line;
}
