/** Programs that Debian has as a package, for tests that need them. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Needs root. */
export async function installPackage(name: string): Promise<void> {
  process.stderr.write(`installing ${name} (once)\n`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  await run("apt-get", ["update", "-qq"], options);
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options);
}
