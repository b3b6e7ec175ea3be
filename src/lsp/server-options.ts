/** How servers are to be run. Times in milliseconds, memory in MiB. */
export interface ServerOptions {
  /** False runs the server without Node's permission model; see sandbox.ts for what that gives up. */
  readonly sandbox: boolean;
  /** The folder of the package basedpyright, or the script to run. */
  readonly serverPath?: string;
  /** A folder to look the package up from when it is not installed next to this program. It is executed. */
  readonly searchFrom?: string;
  /** The Node that runs the server; this process's own by default. */
  readonly nodePath?: string;
  /** One limit for every request instead of the two defaults in connection.ts. */
  readonly requestTimeoutMs?: number;
  /** From the start to the message that files were found; 120 s by default. */
  readonly startTimeoutMs?: number;
  /** The largest heap; 4096 by default. The server empties its caches, and so gets slow, before it reaches it. */
  readonly memoryLimitMb?: number;
  /** Told, line by line, what the server logs. */
  readonly trace?: (text: string) => void;
}
