/**
 * The language server could not be started, died, or did not answer as the protocol asks. The message says what
 * happened, what to do next, and ends with what the server wrote last to its standard error, when it wrote anything.
 */
export class ServerError extends Error {
  override readonly name = "ServerError";

  constructor(what: string, stderrTail = "", cause?: unknown) {
    const tail = stderrTail.trim();
    super(
      tail === "" ? what : `${what}\nThe language server's last words:\n${tail}`,
      cause === undefined ? {} : { cause },
    );
  }
}
