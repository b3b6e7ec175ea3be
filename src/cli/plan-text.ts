/** A plan before it is understood. */
export interface PlanText {
  readonly text: string;
  readonly format: "toml" | "json";
  /** Absolute, links resolved: what the plan's repo_root is relative to, and where the repository is looked for. */
  readonly folder: string;
  /** The name of the plan's file; null for a plan made from arguments. */
  readonly fileName: string | null;
}
