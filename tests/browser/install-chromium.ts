/** Once per run: finds Chromium, or installs Debian's where that is possible. Nothing is skipped for the lack of it. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the program. */
    chromium: string;
  }
}

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const run = promisify(execFile);

export default async function setup(project: TestProject): Promise<void> {
  project.provide("chromium", found() ?? (await install()));
}

function found(): string | undefined {
  return [process.env.CHROMIUM ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));
}

async function install(): Promise<string> {
  process.stderr.write("installing Chromium (once)\n");
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  try {
    await run("apt-get", ["update", "-qq"], options);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], options);
  } catch (error) {
    throw new Error("the browser tests need Chromium: install it, or name it in CHROMIUM", { cause: error });
  }
  const path = found();
  if (path === undefined) throw new Error("apt-get installed Chromium, but it is in none of its usual places");
  return path;
}
