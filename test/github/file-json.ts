import type { ChangedFile } from "./changed-files.ts";
import { apiUrl, type World } from "./world.ts";

/** A file of a comparison with its addresses. */
export function fileJson(world: World, file: ChangedFile, head: string) {
  const path = encodeURIComponent(file.filename);
  return {
    ...file,
    blob_url: `${world.url}/${world.owner}/${world.name}/blob/${head}/${path}`,
    raw_url: `${world.url}/${world.owner}/${world.name}/raw/${head}/${path}`,
    contents_url: `${apiUrl(world)}/contents/${path}?ref=${head}`,
  };
}
