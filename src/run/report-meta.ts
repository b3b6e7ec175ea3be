import { requestDigest } from "../report/request-digest.ts";
import type { Request } from "../report/request-digest.ts";
import type { ReportMeta } from "../report/to-report.ts";
import { sha256 } from "./sha256.ts";
import { ENGINE } from "./version.ts";

/** What a report says of the program and the request. */
export function reportMeta(request: Request): ReportMeta {
  return { engine: ENGINE, requestDigest: requestDigest(request, sha256), sha256 };
}
