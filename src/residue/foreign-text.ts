/** What a mention outside Python stands in. */
export interface ForeignPlace {
  /** For a person: "documentation, in a Sphinx role". */
  readonly detail: string;
  /** It is written as code, or as a part of a dotted path or a call: the name is meant, not a word of a sentence. */
  readonly isMarked: boolean;
}

/** Files by what they are for, the first one that fits. */
const FILES: readonly (readonly [RegExp, string])[] = [
  [
    /\.(?:md|markdown|rst|txt|adoc)$|(?:^|\/)(?:README|CHANGES|CHANGELOG|HISTORY|NEWS)[^/]*$/i,
    "documentation",
  ],
  [/\.ipynb$/i, "a notebook"],
  [/\.(?:pyx|pxd|pxi)$/i, "Cython"],
  [/\.(?:html?|xml|j2|jinja2?|mako|tmpl|tpl)$/i, "a template or markup"],
  [/\.sql$/i, "SQL"],
  [/\.(?:cypher|cql)$/i, "Cypher"],
  [/\.(?:pl|pro|prolog)$/i, "Prolog or Perl"],
  [/\.(?:sh|bash|zsh|fish|ps1|bat)$/i, "a shell script"],
  [/(?:^|\/)(?:Dockerfile|Containerfile)[^/]*$|\.dockerfile$/i, "a Dockerfile"],
  [/(?:^|\/)(?:GNU)?[Mm]akefile[^/]*$|\.mk$/, "a Makefile"],
  [/\.(?:toml|ya?ml|ini|cfg|conf|json|env|properties)$/i, "configuration"],
];

/** How far around a name is looked (UTF-16 code units): a minified file has one line. */
const NEAR = 500;

/** What a line of a file that is no analysed Python says at a column (0-based, UTF-16 code units) with a name of that length. */
export function foreignPlace(path: string, line: string, column: number, length: number): ForeignPlace {
  const what = FILES.find(([pattern]) => pattern.test(path))?.[1] ?? "a file that is no analysed Python";
  const end = column + length;
  const [before, behind] = [line.slice(Math.max(0, column - NEAR), column), line.slice(end, end + NEAR)];
  const markup = markupOf(before, behind);
  const isPart =
    /[\p{XID_Continue}]\s*(?:\.|::?)$|->$/u.test(before) ||
    /^\s*\(|^(?:\.|::?)[\p{XID_Start}_]/u.test(behind);
  return { detail: markup === null ? what : `${what}, in ${markup}`, isMarked: markup !== null || isPart };
}

function markupOf(before: string, behind: string): string | null {
  if (/:[a-z][\w+.:-]*:`[^`]*$/u.test(before) && behind.includes("`")) return "a Sphinx role";
  if (/^\s*\.\.\s+(?:[\w-]+:)?[\w-]+::/u.test(before)) return "a Sphinx directive";
  const isInSpan = (before.match(/`+/g) ?? []).length % 2 === 1 && behind.includes("`");
  if (isInSpan || /<code>[^<]*$/i.test(before)) return "a code span";
  const quote = before.at(-1) ?? "";
  if (/["']/.test(quote) && behind.startsWith(quote)) return "quotes";
  return /^\s*(?:>>>|\.\.\.) /.test(before) ? "an example" : null;
}

/** A name that is likely a word of a sentence too: `run`, `value`. */
export function isOrdinaryWord(name: string): boolean {
  return /^[a-z]+$/.test(name);
}
