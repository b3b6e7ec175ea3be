import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";

/**
 * Bytes to text in one charset and back, exact in both directions: null when the bytes are no text of that charset, or the
 * text would not give the same bytes again; null when a character does not fit. A byte order mark is a character here.
 */
export interface Charset {
  readonly decode: (bytes: Uint8Array) => string | null;
  readonly encode: (text: string) => Uint8Array | null;
}

/** `utf-8`, `utf-16le`, `utf-16be`, or a codec of `pythonCodec`. */
export function charset(name: string): Charset {
  if (name === "utf-8") return UTF_8;
  if (name === "utf-16le") return UTF_16LE;
  if (name === "utf-16be") return UTF_16BE;
  return tableCharset(name);
}

const UTF_8: Charset = {
  decode: (bytes) => (isUtf8(bytes) ? Buffer.from(bytes).toString("utf8") : null),
  encode: (text) => (text.isWellFormed() ? Buffer.from(text, "utf8") : null),
};

const UTF_16LE: Charset = {
  decode: (bytes) => {
    if (bytes.length % 2 !== 0) return null;
    const text = Buffer.from(bytes).toString("utf16le");
    return text.isWellFormed() ? text : null;
  },
  encode: (text) => (text.isWellFormed() ? Buffer.from(text, "utf16le") : null),
};

const UTF_16BE: Charset = {
  decode: (bytes) => (bytes.length % 2 === 0 ? UTF_16LE.decode(Buffer.from(bytes).swap16()) : null),
  encode: (text) => {
    const bytes = UTF_16LE.encode(text);
    return bytes === null ? null : Buffer.from(bytes).swap16();
  },
};

function tableCharset(name: string): Charset {
  const toText = (bytes: Uint8Array): string => iconv.decode(bytes, name, { stripBOM: false });
  return {
    decode: (bytes) => {
      const text = toText(bytes);
      return isExact(text, bytes, name) && iconv.encode(text, name).equals(bytes) ? text : null;
    },
    encode: (text) => {
      const bytes = iconv.encode(text, name);
      return isExact(text, bytes, name) && toText(bytes) === text ? bytes : null;
    },
  };
}

/** iconv-lite gives U+FFFD for a byte without meaning, and one such byte for U+FFFD; only gb18030 has that character. */
function isExact(text: string, bytes: Uint8Array, name: string): boolean {
  return (name === "gb18030" || !text.includes("\uFFFD")) && isStandard(bytes, name);
}

/** Whether a two-byte code belongs to the standard. */
type Standard = (code: number) => boolean;

/** Row and cell both in the upper half: the 94 by 94 sets in EUC form. */
const isEuc: Standard = (code) => code >= 0xa1a1 && (code & 0xff) >= 0xa1;

/**
 * iconv-lite reads these as supersets (cp936, cp949, cp932, big5-hkscs), as browsers do; Python reads the standards and
 * rejects the rest, or, in big5 from 0xc6a1 to 0xc8fe, takes it for other letters. The ranges were compared with
 * Python 3.11 over all codes.
 */
const STANDARDS: ReadonlyMap<string, Standard> = new Map<string, Standard>([
  ["gb2312", (code) => isEuc(code) && code < 0xf800],
  // 0xa4d4 begins a syllable made of eight bytes, which iconv-lite does not know.
  ["euc_kr", (code) => isEuc(code) && code !== 0xa4d4],
  [
    "shift_jis",
    (code) => ((code >= 0x8140 && code < 0xa000) || (code >= 0xe000 && code < 0xeb00)) && code >> 8 !== 0x87,
  ],
  ["gbk", (code) => code >= 0x8140],
  ["big5", (code) => code >= 0xa140 && code < 0xf9d6 && !(code >= 0xc6a1 && code <= 0xc8fe)],
]);

function isStandard(bytes: Uint8Array, name: string): boolean {
  const holds = STANDARDS.get(name);
  if (holds === undefined) return true;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const isKana = name === "shift_jis" && byte >= 0xa1 && byte <= 0xdf;
    if (byte < 0x80 || isKana) continue;
    i += 1;
    if (!holds((byte << 8) | (bytes[i] ?? 0))) return false;
  }
  return true;
}
