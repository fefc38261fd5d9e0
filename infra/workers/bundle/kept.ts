/**
 * The last bundle of the workflows for each settings. It is kept beside the packages, and taken while every file that went
 * into it is the same: to bundle takes half of a start.
 */
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { writeFileAtomic } from "../../local/base/files.local-base.ts";
import { modulePath } from "../../local/base/module-path.ts";

/** What a bundle was made of. */
interface Kept {
  /** SHA-256 of the bundle. */
  bundle: string;
  /** SHA-256 of each file that went into it, by path. */
  inputs: Record<string, string>;
}

/** Who may read the packages may read what was made of them. */
const FOR_ALL = 0o644;

/** The folder beside the packages. They are looked for when it is asked: where the workflows came bundled, there are none. */
export function keptIn(): string {
  return join(packages(), ".cache/parley");
}

function packages(): string {
  return join(createRequire(import.meta.url).resolve("@temporalio/workflow/package.json"), "../../..");
}

/** Where the bundle with these settings is kept, and what is known about it. */
export interface Place {
  code: string;
  about: string;
}

export function placeOf(settings: object): Place {
  const name = sha256(JSON.stringify({ settings, node: process.version })).slice(0, 16);
  const path = join(keptIn(), `workflows-${name}`);
  return { code: `${path}.cjs`, about: `${path}.json` };
}

/** The program that bundles: it names itself among the files. */
export function bundler(): string {
  return modulePath(import.meta.url, "child.worker-process");
}

/** Copies the kept bundle to `path`. False: there is none, or it was made of other files. */
export async function takeKept({ code, about }: Place, path: string): Promise<boolean> {
  try {
    const { bundle, inputs } = JSON.parse(await readFile(about, "utf8")) as Kept;
    // Copies of the product may share their packages.
    if (!(bundler() in inputs)) return false;
    const found = await hashesOf(Object.keys(inputs));
    if (Object.entries(inputs).some(([file, hash]) => found[file] !== hash)) return false;
    await copyFile(code, path);
    // Another process may be replacing it.
    return (await hashOf(path)) === bundle;
  } catch {
    return false;
  }
}

export interface Made {
  path: string;
  files: string[];
  /** Milliseconds since the epoch, before the first file was read. */
  begun: number;
}

/** Where nothing can be written, or a file was changed meanwhile, the next start bundles again. */
export async function keep({ code, about }: Place, made: Made): Promise<void> {
  const times = await Promise.all(made.files.map((file) => stat(file)));
  if (times.some(({ mtimeMs }) => mtimeMs >= made.begun)) return;
  // npm's list of what is installed: the bundler's own files are not among those that it names.
  const installed = join(packages(), ".package-lock.json");
  const bundle = await readFile(made.path);
  const kept: Kept = { bundle: sha256(bundle), inputs: await hashesOf([...made.files, installed]) };
  try {
    await mkdir(keptIn(), { recursive: true });
    await writeFileAtomic(code, bundle, FOR_ALL);
    await writeFileAtomic(about, JSON.stringify(kept), FOR_ALL);
  } catch {
    // The packages' folder may be another user's, or cannot be written at all.
  }
}

async function hashesOf(files: string[]): Promise<Record<string, string>> {
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await hashOf(file)])));
}

/** Empty for a file that is not there. */
async function hashOf(path: string): Promise<string> {
  const bytes = await readFile(path).catch(absent);
  return bytes && sha256(bytes);
}

function absent(error: NodeJS.ErrnoException): "" {
  if (error.code !== "ENOENT") throw error;
  return "";
}

function sha256(of: string | Buffer): string {
  return createHash("sha256").update(of).digest("hex");
}
