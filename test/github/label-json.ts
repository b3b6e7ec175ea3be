import { account } from "./account.ts";
import { apiUrl, type World } from "./world.ts";

/** A label as responses and payloads show it. */
export function labelJson(world: World, name: string) {
  return {
    id: account(name).id,
    node_id: `LA_${account(name).id}`,
    url: `${apiUrl(world)}/labels/${encodeURIComponent(name)}`,
    name,
    color: "ededed",
    default: false,
    description: null,
  };
}
