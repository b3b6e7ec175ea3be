import { pythonCodec } from "./python-codec.ts";

export type PythonEncoding =
  | {
      readonly ok: true;
      readonly encoding: string;
      readonly bom: boolean;
      /** True when a coding cookie names it; false for Python's default. */
      readonly declared: boolean;
    }
  | { readonly ok: false; readonly reason: string };

/** CPython, Lib/tokenize.py, `cookie_re` and `blank_re`; over bytes, as the interpreter's own tokenizer matches. */
const COOKIE = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const BLANK = /^[ \t\f]*(?:#|$)/;

/**
 * The encoding of Python source by byte order mark and coding cookie (PEP 263), as CPython finds it: the cookie stands in the
 * first line, or in the second when the first is blank or a comment; a mark with a cookie that is not spelled utf-8 is
 * an error. Lines end as in the interpreter, at a lone `\r` too.
 */
export function pythonEncoding(bytes: Uint8Array): PythonEncoding {
  const bom = hasUtf8Mark(bytes);
  const [first = "", second = ""] = Buffer.from(bytes.subarray(bom ? 3 : 0, endOfLine(bytes, 2)))
    .toString("latin1")
    .split(/\r\n|\r|\n/, 2);
  const cookie = COOKIE.exec(first)?.[1] ?? (BLANK.test(first) ? COOKIE.exec(second)?.[1] : undefined);
  if (cookie === undefined) return { ok: true, encoding: "utf-8", bom, declared: false };
  const name = normalName(cookie);
  if (bom && name !== "utf-8") {
    return {
      ok: false,
      reason: `it starts with a UTF-8 byte order mark and declares the encoding ${cookie}`,
    };
  }
  const encoding = pythonCodec(name);
  if (encoding === null)
    return { ok: false, reason: `it declares the encoding ${cookie}, which is not supported` };
  return { ok: true, encoding, bom, declared: true };
}

export function hasUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** CPython, Lib/tokenize.py, `_get_normal_name`. */
function normalName(cookie: string): string {
  const start = cookie.slice(0, 12).toLowerCase().replaceAll("_", "-");
  if (/^utf-8(-|$)/.test(start)) return "utf-8";
  if (/^(latin-1|iso-8859-1|iso-latin-1)(-|$)/.test(start)) return "iso-8859-1";
  return cookie;
}

/** The offset behind the `count`th line feed; a lone carriage return is not looked for, so it can be a line too many. */
function endOfLine(bytes: Uint8Array, count: number): number {
  let end = 0;
  for (let line = 0; line < count; line++) {
    const lineFeed = bytes.indexOf(10, end);
    if (lineFeed < 0) return bytes.length;
    end = lineFeed + 1;
  }
  return end;
}
