/** Files of the data folder: private to this user, and read by other processes at any time. */
import { chmod, mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes a temporary file and renames it, so that readers never see half of it. */
export async function writeFileAtomic(path: string, content: string | Uint8Array, mode = 0o600): Promise<void> {
  const aside = `${path}.${process.pid}.tmp`;
  await writeFile(aside, content, { mode });
  await rename(aside, path);
}

/** null if there is no such file, or it is not JSON. The caller checks the value. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    return null;
  }
}

/** Creates the folder, private to this user. Also restricts what stands open already. */
export async function ensurePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.flatMap((entry) => (entry.isFile() ? [join(folder, entry.name)] : []));
  await Promise.all([folder, ...files].map(closeToOthers));
}

async function closeToOthers(path: string): Promise<void> {
  try {
    const { mode } = await stat(path);
    if (mode & 0o077) await chmod(path, mode & 0o700);
  } catch (error) {
    // Another user owns it, or it has just been deleted.
    if (!["EPERM", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
