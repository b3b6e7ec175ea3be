import { fakeServer } from "./fake-server.ts";

/**
 * A quick server that takes every whole word in the open files for the one symbol of that name, which `m.py` defines.
 * For runs that are about the disk, not about the language. `n` is how many files it says that it found.
 */
export function wordServer(folder: string, n: number): string {
  return fakeServer(
    folder,
    `
const docs = new Map();
const lines = (uri) => docs.get(uri).split("\\n");
const words = (uri, word) => lines(uri).flatMap((text, line) =>
  [...text.matchAll(new RegExp("\\\\b" + word + "\\\\b", "g"))].map((m) => range(line, m.index, word.length)));
const range = (line, character, length) =>
  ({ start: { line, character }, end: { line, character: character + length } });
const wordAt = ({ textDocument: { uri }, position: { line, character } }) =>
  /^\\w+/.exec(lines(uri)[line].slice(character))[0];
const home = () => [...docs.keys()].find((uri) => uri.endsWith("/m.py"));
on.initialized = () => log("Found ${n} source files");
on["textDocument/didOpen"] = (m) => docs.set(m.params.textDocument.uri, m.params.textDocument.text);
on["textDocument/diagnostic"] = (m) => reply(m, { kind: "full", items: [] });
on["textDocument/prepareRename"] = (m) => {
  const { line, character } = m.params.position;
  reply(m, range(line, character, wordAt(m.params).length));
};
on["textDocument/rename"] = (m) => {
  const word = wordAt(m.params);
  const changes = {};
  for (const uri of docs.keys())
    changes[uri] = words(uri, word).map((at) => ({ range: at, newText: m.params.newName }));
  reply(m, { changes });
};
on["textDocument/definition"] = (m) => {
  const word = wordAt(m.params);
  reply(m, [{ uri: home(), range: word === "m" ? range(0, 0, 0) : words(home(), word)[0] }]);
};
`,
  );
}
