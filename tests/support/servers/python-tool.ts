/** Tools from PyPI at a pinned version, in a cache outside the project. */
import { execFile } from "node:child_process";
import { access, mkdir, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { withLock } from "../../../infra/local/base/lock.ts";

const run = promisify(execFile);

/** The path of the tool's program, which is called like its package unless said otherwise; null where there is no python3. */
export async function pythonTool(input: {
  name: string;
  version: string;
  say: (line: string) => void;
  /** What pip installs instead of the package alone. */
  packages?: string[];
  programName?: string;
}): Promise<string | null> {
  const { name, version, say, packages = [`${name}==${version}`], programName = name } = input;
  if (!(await run("python3", ["--version"]).catch(() => null))) return null;
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const home = join(cache, "parley", `${name}-${version}`);
  const program = join(home, "bin", programName);
  // Written last: without it an installation was cut short.
  const done = join(home, "installed");
  const isThere = () =>
    access(done).then(
      () => true,
      () => false,
    );
  if (await isThere()) return program;
  await mkdir(dirname(home), { recursive: true });
  // Steps of CI that run beside each other may need the same tool.
  return withLock(`${home}.lock`, async () => {
    if (await isThere()) return program;
    say(`installing ${name} ${version}`);
    await rm(home, { recursive: true, force: true });
    await run("python3", ["-m", "venv", home]);
    await run(join(home, "bin", "pip"), ["install", "--quiet", ...packages]);
    await writeFile(done, "");
    return program;
  });
}
