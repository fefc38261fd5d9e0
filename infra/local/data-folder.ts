/** The folder of all embedded servers' data. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../base/config.infra-base.ts";
import { ensurePrivateFolder } from "./base/files.local-base.ts";

/** Creates the data folder if missing, private to this user. Throws `ConfigError` if it is not writable. */
export async function requireWritable(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable.${process.pid}.tmp`);
  try {
    await ensurePrivateFolder(dataDir);
    await writeFile(probe, "", { mode: 0o600 });
    await rm(probe);
  } catch (error) {
    const [reason] = (error as Error).message.split(",");
    throw new ConfigError([`PARLEY_DATA_DIR ${dataDir} cannot be written to (${reason})`]);
  }
}
