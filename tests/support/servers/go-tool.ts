/** Programs that Go builds once at a pinned version, in a cache outside the project. */
import { execFile } from "node:child_process";
import { access, mkdir } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The program's path; null where there is no Go. `go install` puts it there when it is whole. */
export async function goTool({ module, version }: { module: string; version: string }): Promise<string | null> {
  // As Go names it: a major version at the end of the path does not count.
  const name = basename(module.replace(/\/v\d+$/, ""));
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const folder = join(cache, "parley", `${name}-${version}`);
  const program = join(folder, name);
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  if (!(await run("go", ["version"]).catch(() => null))) return null;
  await mkdir(folder, { recursive: true });
  // A module may need a newer Go than the one that is there: Go gets it.
  const env = { ...process.env, GOBIN: folder, GOTOOLCHAIN: "auto" };
  await run("go", ["install", `${module}@${version}`], { env });
  return program;
}
