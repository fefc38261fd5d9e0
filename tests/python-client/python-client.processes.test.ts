/** The Python client as somebody installs it: its own tests, against a Parley that runs. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pathsOnly } from "../support/processes/environment.ts";
import { addressOf, endParleys, spawnParley } from "../support/servers/parley.ts";
import { pythonTool } from "../support/servers/python-tool.ts";

const HERE = import.meta.dirname;
const CLIENT = join(HERE, "../../api/client-python");
const PACKAGES = ["httpx==0.28.1", "pydantic==2.14.4", "pytest==9.2.0", "mypy==2.4.1", "hatchling==1.33.0"];
const LEAST_TESTS = 35;
const run = promisify(execFile);

/** null where there is no Python. */
const python = await pythonTool({
  name: "python-client",
  version: PACKAGES.map((each) => each.split("==")[1]).join("-"),
  packages: PACKAGES,
  programName: "python",
  say: (line) => void process.stderr.write(`${line}\n`),
});

test.skipIf(python === null)(
  "the client that is installed from its folder passes its own tests",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "parley-python-client-"));
    const dataDir = join(folder, "data");
    const server = spawnParley({ dataDir });
    try {
      const installed = join(folder, "installed");
      // From the wheel, so that a file that the package lacks is missed.
      const pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        installed,
        CLIENT,
      ];
      await run(python as string, pip, { env: pathsOnly() });
      expect(globSync("parley/*", { cwd: installed }).map((path) => path.slice("parley/".length))).toEqual(
        expect.arrayContaining(["py.typed", "models.py", "_client.py"]),
      );
      const env = {
        ...pathsOnly(),
        PARLEY_URL: await addressOf(server),
        PYTHONPATH: installed,
        PYTHONDONTWRITEBYTECODE: "1",
      };
      const { stdout } = await run(python as string, ["-m", "pytest", "-q", "-p", "no:cacheprovider", HERE], {
        env,
      }).catch((error: { stdout: string }) => Promise.reject(new Error(error.stdout)));
      const [, passed] = /^(\d+) passed in /m.exec(stdout) ?? [];
      expect(Number(passed)).toBeGreaterThanOrEqual(LEAST_TESTS);
    } finally {
      await endParleys([server], dataDir);
      await rm(folder, { recursive: true, force: true });
    }
  },
  400_000,
);

test.skipIf(python === null)(
  "its types are right for Python 3.10, and so are the guide's programs",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "parley-python-types-"));
    try {
      const env = { ...pathsOnly(), MYPYPATH: join(CLIENT, "src") };
      const mypy = ["-m", "mypy", "--cache-dir", join(folder, "cache"), "--python-version", "3.10"];
      const check = (args: string[]) =>
        run(python as string, [...mypy, ...args], { cwd: folder, env }).catch((error: { stdout: string }) =>
          Promise.reject(new Error(error.stdout)),
        );
      await check(["--strict", "-p", "parley"]);
      const page = await readFile(join(HERE, "../../docs/python.md"), "utf8");
      const programs = [...page.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
      expect(programs).toHaveLength(10);
      const files = programs.map((_, place) => `program_${place}.py`);
      await Promise.all(files.map((name, place) => writeFile(join(folder, name), programs[place] ?? "")));
      await check(files);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  240_000,
);
