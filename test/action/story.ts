import { languageServers } from "../../src/lsp/start-server.ts";
import { githubDouble, type GitHubDouble } from "../github/github-double.ts";
import type { CommitOptions } from "../github/bare-repository.ts";
import { pullRequestPayload } from "../github/payloads.ts";
import type { PullOptions } from "../github/pull-requests.ts";
import { refOf } from "../github/ref-of.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { wordServer } from "../support/word-server.ts";
import { job, type JobResult } from "./job.ts";
import type { JobRequest } from "./prepare-job.ts";

export const LABEL = "rename-plan: apply";

/** A repository of two modules that the quick server of `test/support/word-server.ts` understands. */
export const FILES: Readonly<Record<string, string>> = {
  "m.py": "def alpha():\n    return 1\n",
  "use.py": "import m\n\nprint(m.alpha())\n",
};
export const RENAMED: Readonly<Record<string, string>> = {
  "m.py": "def omega():\n    return 1\n",
  "use.py": "import m\n\nprint(m.omega())\n",
};
export const PLAN = 'version = 1\n\n[[symbols]]\nmodule = "m"\nname = "alpha"\nnew_name = "omega"\n';

/** Pull request 1 of alice with a plan, on the branch `topic`; bob may write. */
export interface Story extends AsyncDisposable {
  readonly double: GitHubDouble;
  /** One job at the head that the branch has, or at another commit. */
  run(
    event: Parameters<typeof pullRequestPayload>[2],
    more?: Partial<Omit<JobRequest, "double">>,
  ): Promise<JobResult>;
  /** Lets some time pass, puts the label on, and runs the job of that event. */
  label(by: string, more?: Partial<Omit<JobRequest, "double">>): Promise<JobResult>;
  /** The state of the gate at a commit, or "" where it has none. */
  gate(sha?: string): string;
  /** Path to content, of the branch. */
  files(): Readonly<Record<string, string>>;
}

/** What is out of the ordinary in a story. */
export interface StoryOptions {
  /** Of the commit on main. */
  readonly main?: CommitOptions;
  /** Of the commit on the branch. */
  readonly topic?: CommitOptions;
  readonly pull?: Partial<PullOptions>;
  /** How many Python files there come to be, when pushes bring more. */
  readonly python?: number;
}

export async function story(
  topic: Readonly<Record<string, string>> = { "rename-plan.toml": PLAN },
  base: Readonly<Record<string, string>> = FILES,
  options: StoryOptions = {},
): Promise<Story> {
  const double = await githubDouble();
  const folder: TemporaryFolder = temporaryFolder();
  const pull = { head: "topic", author: "alice", ...options.pull };
  const branch = refOf(pull.head);
  double.commit("main", base, options.main);
  double.commit(pull.head, topic, options.topic);
  double.openPull(pull);
  double.setRole("alice", "write");
  double.setRole("bob", "write");
  const python =
    options.python ?? Object.keys({ ...base, ...topic }).filter((path) => path.endsWith(".py")).length;
  // It writes down what it is told, which the sandbox forbids.
  const servers = languageServers({ serverPath: wordServer(folder.path, python), sandbox: false });

  const run: Story["run"] = (event, more = {}) =>
    job({
      double,
      payload: pullRequestPayload(double, 1, event),
      sha: double.head(pull.head),
      servers,
      ...more,
    });
  return {
    double,
    run,
    label(by, more = {}) {
      double.clock.advance(5000);
      double.label(1, LABEL, by);
      return run({ action: "labeled", label: LABEL, sender: by }, more);
    },
    gate: (sha = double.head(pull.head)) => double.status(sha, "rename-plan")?.state ?? "",
    files() {
      const paths = double.git(["ls-tree", "-r", "-z", "--name-only", branch]).split("\0").slice(0, -1);
      return Object.fromEntries(paths.map((path) => [path, double.git(["show", `${branch}:${path}`])]));
    },
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]();
      await double[Symbol.asyncDispose]();
    },
  };
}
