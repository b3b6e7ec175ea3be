import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";

const PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The system's Chromium; where there is none, its package is installed first. */
export async function startChromium(): Promise<Browser> {
  if (!PATHS.some((path) => existsSync(path))) {
    const run = promisify(execFile);
    const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "--non-interactive"];
    for (const words of [["update"], ["install", "--yes", "--no-install-recommends", "chromium"]]) {
      const [program = "", ...args] = [...asRoot, "apt-get", "--quiet", ...words];
      // oxlint-disable-next-line no-await-in-loop -- the list of packages first
      await run(program, args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    }
  }
  const executablePath = PATHS.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error("there is no Chromium, and none could be installed");
  // What it opens are files that the test has written, and its sandbox needs rights that a container may not give.
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}
