/** The data folders of earlier versions, as `record.ts` packed them, by the commits that wrote them. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../support/folders.ts";
import type { Recording } from "./recording.ts";

/** With the address of Temporal's page as it was then. */
export const ARCHIVES = [
  { archive: "8d56fc7", temporalUiUrl: "http://127.0.0.1:8233" },
  { archive: "436aa2d", temporalUiUrl: "http://127.0.0.1:8235" },
] as const;
type Archive = (typeof ARCHIVES)[number]["archive"];

export async function unpacked(
  archive: Archive,
  stack: AsyncDisposableStack,
): Promise<{ folder: string; recording: Recording }> {
  const folder = await temporaryFolder(stack);
  const path = fileURLToPath(new URL(`./${archive}.tar.gz`, import.meta.url));
  const { status } = spawnSync("tar", ["-xzf", path, "-C", folder]);
  if (status !== 0) throw new Error(`tar ended with ${status}`);
  return { folder, recording: JSON.parse(await readFile(join(folder, "recording.json"), "utf8")) as Recording };
}
