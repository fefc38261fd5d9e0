/** Creates the random key at the end of each mark in a debate's prompts. */
import { randomBytes } from "node:crypto";
import { FENCE_KEY_BYTES, fenceKeyFrom } from "../../domain/prompts/fences/fence-key.prompt.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { Store } from "../../store/port/store.ts";

export function createFenceKey(): string {
  return fenceKeyFrom(randomBytes(FENCE_KEY_BYTES));
}

/**
 * The configuration with its key (a fork has its original's), or with a new one. `begun`: an earlier request may have
 * stored the configuration before it died. Its key stays, so that both requests write the same.
 */
export async function withFenceKey(
  store: Pick<Store, "getConfig">,
  config: DebateConfig,
  begun: DebateKey | null,
): Promise<DebateConfig> {
  if (config.fenceKey !== undefined) return config;
  const stored = begun && (await store.getConfig(begun));
  return { ...config, fenceKey: stored?.fenceKey ?? createFenceKey() };
}
