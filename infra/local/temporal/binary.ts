/**
 * Finds Temporal's server: on PATH, in the cache, by the SDK's download, by `go install`; the first that works. The
 * last two fill the cache, so they run once per machine.
 */
import { type ExecFileException, type ExecFileOptions, execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { withLock } from "../lock.ts";
import type { Progress } from "../progress.ts";

const WINDOWS = process.platform === "win32";
const NAME = WINDOWS ? "temporal.exe" : "temporal";
/** The newest version that `go install` accepts. */
export const GO_PACKAGE = "github.com/temporalio/cli/cmd/temporal@v1.5.1";
const DOWNLOAD_LIMIT_MS = 180_000;

export class NoTemporal extends Error {
  constructor(tried: string[]) {
    super(
      [
        "Parley needs Temporal's server and could not get it:",
        ...tried.map((line) => `  - ${line}`),
        "Install one of these, then start again:",
        "  - the Temporal CLI, on PATH: https://docs.temporal.io/cli#install",
        "  - Go (https://go.dev/dl), and Parley builds the server once",
        "or set TEMPORAL_ADDRESS to a Temporal that runs already.",
      ].join("\n"),
    );
    this.name = "NoTemporal";
  }
}

export interface Finder {
  env: NodeJS.ProcessEnv;
  progress: Progress;
  /** Downloads the server into the folder with the SDK's downloader; resolves with its path. */
  download?: (folder: string) => Promise<string>;
}

/** `<cache>/parley/bin`, following XDG. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley", "bin");
}

/** The path of a working Temporal server. Throws `NoTemporal` with everything that was tried. */
export async function findTemporal(finder: Finder): Promise<string> {
  const folder = cacheFolder(finder.env);
  const cached = join(folder, NAME);
  const found = (await onPath(NAME, finder.env)) ?? (await runnable(cached));
  if (found) return found;
  await mkdir(folder, { recursive: true });
  return withLock(join(folder, "temporal.lock"), async () => (await runnable(cached)) ?? obtain(finder, folder), {
    onWait: () => finder.progress("another process is getting Temporal's server; waiting for it"),
  });
}

async function obtain(finder: Finder, folder: string): Promise<string> {
  const tried = ["`temporal` is neither on PATH nor in the cache"];
  for (const [what, get] of [
    ["download by Temporal's SDK", fromSdk],
    [`go install ${GO_PACKAGE}`, fromGo],
  ] as const) {
    try {
      return await getInto(folder, (temporary) => get(finder, temporary));
    } catch (error) {
      tried.push(`${what}: ${firstLine(error)}`);
    }
  }
  throw new NoTemporal(tried);
}

/** Uses a temporary folder and moves the finished file, so that a partial one is never found. */
async function getInto(folder: string, get: (temporary: string) => Promise<string>): Promise<string> {
  const temporary = await mkdtemp(join(folder, "getting-"));
  try {
    const made = await runnable(await get(temporary));
    if (!made) throw new Error("what it brought does not run");
    await rename(made, join(folder, NAME));
    return join(folder, NAME);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function fromSdk(finder: Finder, folder: string): Promise<string> {
  finder.progress("downloading Temporal's server (once)");
  return (finder.download ?? sdkDownload)(folder);
}

/** In a separate process: the SDK has one runtime per process, and a hanging download can be killed. */
async function sdkDownload(folder: string): Promise<string> {
  const script = fileURLToPath(new URL(`sdk-download${extname(import.meta.url)}`, import.meta.url));
  const output = await run(process.execPath, [script, folder], { timeout: DOWNLOAD_LIMIT_MS });
  return output.trim();
}

async function fromGo(finder: Finder, folder: string): Promise<string> {
  const go = await onPath(WINDOWS ? "go.exe" : "go", finder.env, ["version"]);
  if (!go) throw new Error("Go is not on PATH");
  const started = Date.now();
  const say = () => finder.progress(`building Temporal's server with Go, once: ${seconds(started)} s of about 150`);
  say();
  const timer = setInterval(say, 15_000);
  try {
    await run(go, ["install", GO_PACKAGE], { env: { ...finder.env, GOBIN: folder } });
  } finally {
    clearInterval(timer);
  }
  return join(folder, NAME);
}

async function onPath(name: string, env: NodeJS.ProcessEnv, probe?: string[]): Promise<string | null> {
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    const found = folder === "" ? null : await runnable(join(folder, name), probe);
    if (found) return found;
  }
  return null;
}

/** The path if the program there runs, else null. */
async function runnable(path: string, probe = ["--version"]): Promise<string | null> {
  try {
    await access(path, constants.X_OK);
    await run(path, probe, { timeout: 20_000 });
    return path;
  } catch {
    return null;
  }
}

const execute = promisify(execFile);

/** What the program prints. Rejects with its error output, or with how it ended. */
async function run(program: string, args: string[], options: ExecFileOptions = {}): Promise<string> {
  try {
    return (await execute(program, args, { ...options, encoding: "utf8" })).stdout;
  } catch (error) {
    const { code, signal, stderr, message } = error as ExecFileException;
    const ending = typeof code === "number" ? `exit code ${code}` : message;
    throw new Error(stderr?.trim().slice(-4_000) || (signal ? `ended by ${signal}` : ending), { cause: error });
  }
}

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}

function firstLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split("\n");
  return (lines.findLast((line) => line.trim() !== "") ?? "failed").trim().slice(0, 300);
}
