/** Decoding that loses nothing: encoding `text` again gives the very bytes. */
export type Decoded =
  | { readonly ok: true; readonly text: string; readonly encoding: string; readonly bom: boolean }
  | { readonly ok: false; readonly reason: string };
