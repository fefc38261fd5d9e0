/** Files that other processes read at any moment. */
import { rename, writeFile } from "node:fs/promises";

/** Writes aside and renames, so that a reader sees the old text or the new one, never half of it. */
export async function writeFileAtomic(path: string, text: string, mode = 0o600): Promise<void> {
  const aside = `${path}.${process.pid}.tmp`;
  await writeFile(aside, text, { mode });
  await rename(aside, path);
}
