/** The workers' version: Parley's version, and a digest of the code that decides what a debate does next. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "./version.ts";

/** Sources of the workflow bundle. */
const FOLDERS = ["domain", "workflows"];
const DIGEST_LENGTH = 12;

/**
 * For example `0.1.0-3f9a1c0e77d2`: equal for equal code on every machine; sources and emitted files differ. With a
 * prebuilt bundle it is the bundle's digest.
 */
export async function defaultBuildId(bundle?: { codePath: string }): Promise<string> {
  const digest = createHash("sha256");
  if (bundle) digest.update(await readFile(bundle.codePath));
  else for (const { name, code } of await sources()) digest.update(`${name}\0${code.length}\0`).update(code);
  return `${version()}-${digest.digest("hex").slice(0, DIGEST_LENGTH)}`;
}

async function sources(): Promise<{ name: string; code: Buffer }[]> {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const extension = extname(import.meta.url);
  const found = await Promise.all(FOLDERS.map((folder) => readdir(join(root, folder), { recursive: true })));
  const paths = found.flatMap((files, i) => files.map((file) => join(root, FOLDERS[i] ?? "", file)));
  const modules = paths.filter((path) => extname(path) === extension && !path.endsWith(".d.ts"));
  const named = modules.map((path) => ({ path, name: relative(root, path).split(sep).join("/") }));
  const sorted = named.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return Promise.all(sorted.map(async ({ path, name }) => ({ name, code: await readFile(path) })));
}
