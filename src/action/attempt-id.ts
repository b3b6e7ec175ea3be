/** What the check run of one attempt says of it: `external_id`, four parts between colons. */
export interface AttemptId {
  /** SHA-256 of the plan files and their paths. */
  readonly planDigest: string;
  readonly headSha: string;
  /** The workflow run and its attempt, as in `123.1`. */
  readonly attempt: string;
  /** Of the report that the attempt came to; "" until then. */
  readonly reportDigest: string;
}

export function writeAttemptId({ planDigest, headSha, attempt, reportDigest }: AttemptId): string {
  return [planDigest, headSha, attempt, reportDigest].join(":");
}

/** Null for what this action has not written. */
export function readAttemptId(text: string): AttemptId | null {
  const [planDigest, headSha, attempt, reportDigest, ...rest] = text.split(":");
  if (planDigest === undefined || headSha === undefined || attempt === undefined) return null;
  if (reportDigest === undefined || rest.length > 0) return null;
  return { planDigest, headSha, attempt, reportDigest };
}
