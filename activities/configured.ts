import type { DebateConfig } from "../domain/config.ts";
import type { DebateKey } from "../store/port/debates.ts";
import type { Store } from "../store/port.ts";

/** The configuration as prompts need it: with what the owner was asked before the debate, and answered. */
export async function configFor(
  store: Pick<Store, "getConfig" | "listQuestions">,
  { debate, generation }: { debate: DebateKey; generation: number },
): Promise<DebateConfig | null> {
  const config = await store.getConfig(debate);
  return config?.clarifications ? { ...config, clarified: await store.listQuestions(debate, generation) } : config;
}
