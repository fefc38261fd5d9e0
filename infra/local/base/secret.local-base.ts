/** Secrets, created once per data folder. */
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensurePrivateFolder } from "./files.local-base.ts";

/** 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * The folder's secret of that name, by default for signing cursors. Created at the first call, readable by its owner
 * only. Racing processes get the same one.
 */
export async function folderSecret(dataDir: string, name = "secret"): Promise<string> {
  const path = join(dataDir, name);
  await ensurePrivateFolder(dataDir);
  try {
    await writeFile(path, newSecret(), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = (await readFile(path, "utf8")).trim();
  if (secret === "") throw new Error(`${path} is empty; delete it and start again`);
  return secret;
}
