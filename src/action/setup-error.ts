/** The workflow or its runner lacks something. The message says what, and how to give it. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}
