/** A real Chroma server from PyPI. It is installed once into the user's cache, where Python is there to do it. */
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../../infra/base/ports.infra-base.ts";
import { bareEnvironment, endProcess } from "../../../infra/local/base/processes.ts";
import { lookAgain } from "../../support/waits.ts";

const run = promisify(execFile);

const VERSION = "1.5.9";
const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley");
const FOLDER = join(CACHE, "chroma");
/** Written last: an installation that was interrupted has none and is made again. */
const MARKER = join(FOLDER, `chromadb-${VERSION}.installed`);
const INSTALLS_WITHIN_MS = 300_000;
const STARTS_WITHIN_MS = 30_000;

/** Where Chroma's program is, or why there is none. The first time this takes about half a minute. */
export async function installChroma(): Promise<{ program: string } | { missing: string }> {
  const program = join(FOLDER, "bin", "chroma");
  if (existsSync(MARKER)) return { program };
  if (!(await works("python3", ["--version"]))) return { missing: "needs Python, which is not here" };
  try {
    await mkdir(CACHE, { recursive: true });
    await run("python3", ["-m", "venv", FOLDER], { timeout: INSTALLS_WITHIN_MS });
    await run(join(FOLDER, "bin", "pip"), ["install", "-q", `chromadb==${VERSION}`], { timeout: INSTALLS_WITHIN_MS });
    await writeFile(MARKER, "");
    return { program };
  } catch {
    return { missing: `needs chromadb ${VERSION}, which pip could not install` };
  }
}

function works(program: string, args: string[]): Promise<boolean> {
  return run(program, args).then(
    () => true,
    () => false,
  );
}

export interface ChromaServer {
  url: string;
  stop(): Promise<void>;
}

/** On a free port, with a folder of its own that goes with it. */
export async function startChroma(program: string): Promise<ChromaServer> {
  const folder = await mkdtemp(join(tmpdir(), "parley-chroma-"));
  const port = await freePort();
  const env = { ...bareEnvironment(process.env), ANONYMIZED_TELEMETRY: "False" };
  const args = ["run", "--host", "127.0.0.1", "--port", String(port), "--path", folder];
  const child = spawn(program, args, { stdio: "ignore", env });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (!(await answers(url))) {
    if (Date.now() > deadline || child.exitCode !== null) throw new Error("the Chroma server did not start");
    await lookAgain();
  }
  return {
    url,
    async stop() {
      if (child.pid !== undefined) await endProcess(child.pid);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/api/v2/heartbeat`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}
