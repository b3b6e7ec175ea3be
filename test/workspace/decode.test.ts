import { describe, expect, it } from "vitest";
import { decodePython } from "../../src/workspace/decode-python.ts";
import { decodeText } from "../../src/workspace/decode-text.ts";
import { encode } from "../../src/workspace/encode.ts";

const MARK = "\xef\xbb\xbf";

/** Each character of the text is one byte. */
function bytes(latin1: string): Uint8Array {
  return Buffer.from(latin1, "latin1");
}

/** [encoding, text] or the reason. */
function python(latin1: string): readonly [string, string] | string {
  const decoded = decodePython(bytes(latin1));
  return decoded.ok ? [decoded.encoding, decoded.text] : decoded.reason;
}

describe("the encoding of Python source (PEP 263)", () => {
  it.each([
    ["no cookie", "x = '\xc3\xa9'\n", "utf-8"],
    ["emacs style", "# -*- coding: latin-1 -*-\nx = '\xe9'\n", "iso-8859-1"],
    ["vim style", "# vim: set fileencoding=latin-1 :\nx = '\xe9'\n", "iso-8859-1"],
    ["behind a shebang", "#!/usr/bin/python\n# coding: cp1252\nx = '\x80'\n", "cp1252"],
    ["behind a blank line", " \t\f\n# coding: cp1252\n", "cp1252"],
    ["behind CR LF", "#\r\n# coding: cp1252\r\n", "cp1252"],
    ["behind a lone CR", "#\r# coding: cp1252\rx = 1\r", "cp1252"],
    ["behind a form feed", "\f# coding: cp1252\n", "cp1252"],
    ["in a comment that is not ASCII", "# coding: latin-1 \xe9\n", "iso-8859-1"],
    ["not in the third line", "#\n#\n# coding: cp1252\n", "utf-8"],
    ["not in the third line of lone CRs", "#\r#\r# coding: cp1252\r", "utf-8"],
    ["not below code", "x = 1\n# coding: cp1252\n", "utf-8"],
    ["not behind code", "x = 1 # coding: cp1252\n", "utf-8"],
    ["not with a blank before the colon", "# coding : cp1252\n", "utf-8"],
    ["the first of two", "# coding: cp1252\n# coding: koi8-r\n", "cp1252"],
    ["UTF-8 in any spelling", "# coding: UTF_8-unix\n", "utf-8"],
    ["an alias of UTF-8", "# coding: utf8\n", "utf-8"],
    ["a spelling of Latin-1", "# coding: ISO_8859_1-dos\n", "iso-8859-1"],
    ["an alias with a dot", "# coding: iso-646.irv-1991\n", "ascii"],
    ["an empty file", "", "utf-8"],
    ["with a mark", `${MARK}x = 1\n`, "utf-8"],
    ["with a mark and a cookie", `${MARK}# coding: utf-8\n`, "utf-8"],
  ])("is found: %s", (_, source, encoding) => {
    expect(python(source)[0]).toBe(encoding);
  });

  it.each([
    [
      "a mark and another cookie",
      `${MARK}# coding: latin-1\n`,
      /byte order mark and declares the encoding latin-1/,
    ],
    [
      "a mark and a cookie that CPython does not take for UTF-8",
      `${MARK}# coding: utf8\n`,
      /byte order mark/,
    ],
    ["an unknown cookie", "# coding: klingon\n", /declares the encoding klingon, which is not supported/],
    ["a codec that is no charset", "# coding: rot13\n", /rot13/],
    ["a codec that keeps state", "# coding: iso2022_jp\n", /iso2022_jp/],
    ["a codec with two bytes a letter", "# coding: utf-16\n", /utf-16/],
    [
      "bytes that are no UTF-8",
      "a\nb\nc = '\xe9'\n",
      /line 3 cannot be read as utf-8, and it declares no other/,
    ],
    ["a surrogate in UTF-8", "x = '\xed\xa0\x80'\n", /line 1/],
    ["an overlong form", "x = '\xc0\xaf'\n", /line 1/],
    ["ASCII with more", "# coding: ascii\nx = '\xe9'\n", /line 2 cannot be read as ascii, which it declares/],
    ["a byte that the codec leaves open", "# coding: cp1252\nx = '\x81'\n", /line 2/],
    ["half a letter", "# coding: shift_jis\nx = '\x83", /line 2/],
    ["a letter of the superset only", "# coding: euc-kr\nx = '\x81\x41'\n", /line 2/],
    ["a NUL byte", "x = '\0'\n", /NUL/],
    ["UTF-16", "\xff\xfex\0", /NUL/],
  ])("is refused: %s", (_, source, reason) => {
    expect(python(source)).toMatch(reason);
  });

  it.each([
    ["latin-1", "'\x80\x9f\xe9'", "'\u0080\u009fé'"],
    ["cp1252", "'\x80\x9c'", "'€œ'"],
    ["windows-1251", "'\xcf'", "'П'"],
    ["koi8-r", "'\xf0'", "'П'"],
    ["iso-8859-15", "'\xa4'", "'€'"],
    ["cp437", "'\x82'", "'é'"],
    ["shift_jis", "'\x83\x5c\xb1'", "'ソｱ'"],
    ["cp932", "'\x87\x40'", "'①'"],
    ["euc-jp", "'\xa4\xa2'", "'あ'"],
    ["euc-kr", "'\xb0\xa1'", "'가'"],
    ["cp949", "'\x81\x41'", "'갂'"],
    ["gb2312", "'\xd6\xd0'", "'中'"],
    ["gbk", "'\x81\x5c'", "'乗'"],
    ["gb18030", "'\x94\x39\xda\x33'", "'\u{1f4a9}'"],
    ["big5", "'\xa5\x5c'", "'功'"],
  ])("reads and writes %s like Python", (name, latin1, text) => {
    const source = bytes(`# coding: ${name}\nx = ${latin1}\n`);
    const decoded = decodePython(source);
    expect(decoded).toMatchObject({ ok: true, text: `# coding: ${name}\nx = ${text}\n`, bom: false });
    if (decoded.ok) expect(encode(decoded.text, decoded.encoding, decoded.bom)).toEqual(source);
  });
});

describe("other text", () => {
  it.each([
    ["UTF-8", "caf\xc3\xa9", "utf-8", false],
    ["UTF-8 with a mark", `${MARK}caf\xc3\xa9`, "utf-8", true],
    ["UTF-16 LE", "\xff\xfec\0a\0f\0\xe9\0", "utf-16le", true],
    ["UTF-16 BE", "\xfe\xff\0c\0a\0f\0\xe9", "utf-16be", true],
  ])("is read and written as %s", (_, latin1, encoding, bom) => {
    expect(decodeText(bytes(latin1))).toEqual({ ok: true, text: "café", encoding, bom });
    expect(encode("café", encoding, bom)).toEqual(bytes(latin1));
  });

  it("keeps a second mark, line ends and NUL characters as text", () => {
    const source = bytes(`${MARK}${MARK}a\r\nb\rc\n\0`);
    expect(decodeText(source)).toMatchObject({ ok: true, text: "\uFEFFa\r\nb\rc\n\0", bom: true });
    expect(encode("\uFEFFa\r\nb\rc\n\0", "utf-8", true)).toEqual(source);
  });

  it("ignores coding cookies", () => {
    expect(decodeText(bytes("# coding: latin-1\n\xe9"))).toEqual({
      ok: false,
      reason: "line 2 cannot be read as UTF-8",
    });
  });

  it.each(["\xff\xfea", "\xff\xfe\x00\xd8", "\xfe\xff\xdc\x00"])("refuses broken UTF-16 (%j)", (latin1) => {
    expect(decodeText(bytes(latin1))).toEqual({ ok: false, reason: expect.stringMatching(/UTF-16/) });
  });
});

describe("encoding", () => {
  it.each([
    ["é", "ascii"],
    ["€", "iso-8859-1"],
    ["\u0081", "cp1252"],
    ["한", "shift_jis"],
    ["갂", "euc_kr"],
    ["①", "shift_jis"],
    ["乗", "gb2312"],
    ["\uFFFD", "cp1252"],
    ["?é", "koi8_r"],
    ["\ud800", "utf-8"],
    ["\udc00x", "utf-16le"],
  ])("refuses a character that does not fit: %j in %s", (text, encoding) => {
    expect(encode(`x${text}`, encoding, false)).toBeNull();
  });

  it("writes what fits", () => {
    expect(encode("é", "utf-8", true)).toEqual(bytes(`${MARK}\xc3\xa9`));
    expect(encode("né", "iso-8859-1", false)).toEqual(bytes("n\xe9"));
  });

  it("undoes decoding for random bytes in every encoding", () => {
    let seed = 7;
    const next = (limit: number): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % limit;
    };
    let read = 0;
    for (const name of [
      "utf-8",
      "latin-1",
      "cp1252",
      "koi8-r",
      "shift_jis",
      "cp932",
      "euc-jp",
      "euc-kr",
      "gbk",
      "big5",
      "gb18030",
    ]) {
      for (let round = 0; round < 300; round++) {
        const body = Array.from({ length: next(12) }, () =>
          next(2) === 0 ? next(94) + 32 : next(128) + 128,
        );
        const source = Buffer.concat([bytes(`# coding: ${name}\n`), Uint8Array.from(body)]);
        const decoded = decodePython(source);
        if (!decoded.ok) continue;
        read += 1;
        expect(encode(decoded.text, decoded.encoding, decoded.bom)).toEqual(source);
      }
    }
    expect(read).toBeGreaterThan(500);
  });
});
