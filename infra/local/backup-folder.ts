/** A copy of a data folder whose two databases are of one moment, whether or not a Parley runs on it. */
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../base/config.infra-base.ts";
import { ConfigError } from "../base/config.infra-base.ts";
import type { Progress } from "./base/progress.local-base.ts";
import { BACKUP_PATH, signedHeaders } from "./dynalite/key.dynalite.ts";
import { openEngine } from "./engine.ts";

/** Beside the databases: without them cursors, sessions and receipts are another install's. */
const SECRETS = ["secret", "receipt-key"];

export interface BackedUp {
  folder: string;
  bytes: number;
}

/** Throws `ConfigError` unless both databases are this folder's, and if there is no place for the copy. */
export async function backUpFolder(config: Config, target: string, progress: Progress): Promise<BackedUp> {
  requireEmbedded(config);
  const { dataDir } = config;
  const folder = resolve(target);
  if (!(await exists(join(dataDir, "temporal.db")))) throw new ConfigError([`there is nothing to copy in ${dataDir}`]);
  if (await exists(folder)) throw new ConfigError([`${folder} is there already: name a folder that is not`]);
  // Only a whole copy gets the name.
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  try {
    await copyDatabases(config, partial, progress);
    for (const name of SECRETS)
      if (await exists(join(dataDir, name))) await copyFile(join(dataDir, name), join(partial, name));
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  return { folder, bytes: await bytesIn(folder) };
}

function requireEmbedded({ embedded, temporal, dynamodb }: Config): void {
  if (embedded === "auto" && temporal.address === null && dynamodb.endpoint === null) return;
  throw new ConfigError([
    "this copies a data folder with both of its databases; yours are elsewhere (TEMPORAL_ADDRESS, DYNAMODB_ENDPOINT or PARLEY_EMBEDDED): docs/backup.md says how to copy them",
  ]);
}

async function copyDatabases(config: Config, folder: string, progress: Progress): Promise<void> {
  await using open = new AsyncDisposableStack();
  const engine = open.adopt(await openEngine(config, progress), (it) => it.stop());
  const response = await fetch(`${engine.dynamodbEndpoint}${BACKUP_PATH}`, {
    method: "POST",
    headers: signedHeaders(engine.dynamodbKey ?? ""),
    body: JSON.stringify({ folder }),
  });
  const { message } = (await response.json()) as { message?: string };
  if (!response.ok) throw new Error(`the copy failed: ${message}`);
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
