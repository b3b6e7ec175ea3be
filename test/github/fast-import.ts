import type { FileMode } from "./bare-repository.ts";

/** One commit for `git fast-import`. */
export interface ImportedCommit {
  readonly ref: string;
  readonly parent: string | null;
  readonly date: string;
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly remove?: readonly string[];
  readonly modes?: Readonly<Record<string, FileMode>>;
  readonly message?: string;
}

/** The stream that makes a commit of any number of files in one process. */
export function fastImport(commit: ImportedCommit): Uint8Array {
  const seconds = Math.floor(Date.parse(commit.date) / 1000);
  const { message = "A commit", modes = {} } = commit;
  const parts: Uint8Array[] = [
    Buffer.from(`commit ${commit.ref}\ncommitter Octo Cat <octocat@example.org> ${seconds} +0000\n`),
    ...data(message),
    Buffer.from(commit.parent === null ? "" : `from ${commit.parent}\n`),
  ];
  for (const path of commit.remove ?? []) parts.push(Buffer.from(`D ${quoted(path)}\n`));
  for (const [path, content] of Object.entries(commit.files)) {
    parts.push(Buffer.from(`M ${modes[path] ?? "100644"} inline ${quoted(path)}\n`), ...data(content));
  }
  return Buffer.concat(parts);
}

function data(content: string | Uint8Array): readonly Uint8Array[] {
  const bytes = Buffer.from(content);
  return [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")];
}

function quoted(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}
