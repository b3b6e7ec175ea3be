import type { Fields } from "./fields.ts";
import type { Identity } from "./identity.ts";

/** A request that has passed all checks. */
export interface Call {
  /** Path and query parameters by name, of the types that the description gives them. */
  readonly parameters: Fields;
  readonly body: Fields;
  readonly identity: Identity;
  /** As requested, for the links to other pages. */
  readonly url: URL;
  /** The media types that the client asks for. */
  readonly accept: string;
}

/** What an operation answers. A body of bytes goes out as it is, every other one as JSON. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Synchronous, so that no request sees half of what another one does. */
export type Handler = (call: Call) => Answer;

/** Handlers by the id of their operation. */
export type Routes = ReadonlyMap<string, Handler>;
