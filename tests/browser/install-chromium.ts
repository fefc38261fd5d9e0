/** Once per run: finds Chromium, or installs Debian's where that is possible. Nothing is skipped for the lack of it. */
import { existsSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { installPackage } from "../support/debian.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the program. */
    chromium: string;
  }
}

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export default async function setup(project: TestProject): Promise<void> {
  project.provide("chromium", found() ?? (await install()));
}

function found(): string | undefined {
  return [process.env.CHROMIUM ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));
}

async function install(): Promise<string> {
  await installPackage("chromium").catch((cause: unknown) => {
    throw new Error("the browser tests need Chromium: install it, or name it in CHROMIUM", { cause });
  });
  const path = found();
  if (path === undefined) throw new Error("apt-get installed Chromium, but it is in none of its usual places");
  return path;
}
