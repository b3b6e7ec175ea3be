import type { Connection } from "./connection.ts";
import type { ServerProcess } from "./server-process.ts";
import type { ServerWorkspace } from "./server-workspace.ts";

/** How long the server may take to end by itself. */
const STOP_LIMIT_MS = 2_000;

/** The orderly end: `shutdown`, `exit`, then SIGKILL, and the workspace removed. Happens once; never rejects. */
export function stopper(
  server: ServerProcess,
  connection: Connection,
  workspace: ServerWorkspace,
): () => Promise<void> {
  let stopping: Promise<void> | null = null;
  return () => {
    stopping ??= stop(server, connection, workspace);
    return stopping;
  };
}

async function stop(
  server: ServerProcess,
  connection: Connection,
  workspace: ServerWorkspace,
): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, STOP_LIMIT_MS);
  const goodbye = async (): Promise<void> => {
    await connection.shutdown();
    await server.exited;
  };
  try {
    await Promise.race([goodbye(), server.exited, limit.promise]);
  } catch {
    // A server that does not know how to end is killed below.
  } finally {
    clearTimeout(timer);
    server.kill();
    await server.exited;
    connection.dispose();
    workspace.remove();
  }
}
