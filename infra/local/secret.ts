/** The secret that signs cursors, made once per data folder. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The folder's secret; made at the first call, readable by its owner only. Two processes that race get the same one. */
export async function folderSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, "secret");
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(path, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = (await readFile(path, "utf8")).trim();
  if (secret === "") throw new Error(`${path} is empty; delete it and start again`);
  return secret;
}
