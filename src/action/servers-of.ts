import type { LanguageServers } from "../engine/ports.ts";
import { languageServers } from "../lsp/start-server.ts";
import type { Context } from "./context.ts";
import { installServer } from "./install-server.ts";

/** The servers of a run: basedpyright where the inputs say, or where it is installed now. Rejects with a SetupError. */
export async function serversOf({ inputs, runner, servers }: Context): Promise<LanguageServers> {
  if (servers !== null) return servers;
  const { temporary, workspace } = runner.environment;
  const serverPath = inputs.serverPath ?? (await installServer(inputs.server, { temporary, workspace }));
  return languageServers({ sandbox: true, serverPath });
}
