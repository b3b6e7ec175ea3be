import type { ChangedFile } from "./changed-tree.ts";
import type { ServerProof } from "./proof.ts";
import type { Declaration } from "./verify-rename-back.ts";

/** What the meaning of names has shown, which decides where the type checker can show more. */
export interface Evidence {
  readonly declarations: readonly Declaration[];
  /** Files with rewritten places that the server knows nothing of. */
  readonly unknown: ReadonlySet<ChangedFile>;
}

/**
 * The files whose faults are compared. To check a file costs a hundred times what a question costs, and where every name is proved
 * to mean what it meant, it finds nothing. So these are files that declare what is renamed, that hold a name in a class body
 * (overrides) or in a list of exports, or that the server does not understand; and a few of all others.
 */
export function checkedFiles(
  { asked, names }: ServerProof,
  { declarations, unknown }: Evidence,
): readonly ChangedFile[] {
  const declaring = new Set(declarations.map(({ file }) => file));
  let spare = SPARE_FILES;
  return [...asked].flatMap(([file, places]) => {
    const isTelling =
      declaring.has(file) ||
      unknown.has(file) ||
      places.some(({ isExport }) => isExport) ||
      [...names].some((name) => bindsInBlock(file.before, name));
    if (!isTelling) spare -= 1;
    return isTelling || spare >= 0 ? [file] : [];
  });
}

const SPARE_FILES = 4;

/** An indented line defines, annotates or assigns the name, as a class body does. */
function bindsInBlock(text: string, name: string): boolean {
  const word = RegExp.escape(name);
  const pattern = String.raw`^[ \t]+(?:(?:async[ \t]+)?(?:def|class)[ \t]+${word}\b|${word}[ \t]*(?::|=[^=]))`;
  return text.includes(name) && new RegExp(pattern, "m").test(text);
}
