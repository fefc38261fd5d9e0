/** The packages as npm packs them. */
import { execFile } from "node:child_process";
import { access, readdir } from "node:fs/promises";
import { delimiter, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** Path of the packed tarball. */
export async function packInto(folder: string, workspace?: string): Promise<string> {
  const of = workspace === undefined ? [] : ["--workspace", workspace];
  const { stdout } = await run("npm", ["pack", "--silent", ...of, "--pack-destination", folder], { cwd: ROOT });
  return join(folder, stdout.trim().split("\n").at(-1) ?? "");
}

/** Paths of all files below a folder, in order. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).toSorted();
}

/** The Node that a user has, which may be older than Parley's; this process's where there is no other. */
export async function nodeOfMachine(): Promise<string> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = join(folder, "node");
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere && !folder.includes("node_modules")) return path;
  }
  return process.execPath;
}
