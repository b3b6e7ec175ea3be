import manifest from "../../package.json" with { type: "json" };
import type { Product } from "../report/report.ts";

export const ENGINE: Product = { name: manifest.name, version: manifest.version };
