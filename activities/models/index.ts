/** The model providers behind one port: two SDKs, a table of providers, and a price library. */
import { NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import { ModelFault, type Models } from "./base/port.model.ts";
import { PROVIDERS, type ProviderSettings, providerRow } from "./base/providers.ts";
import { completeCall } from "./complete.ts";
import { createLeaders } from "./leaders.ts";
import { createMemory, type Memory } from "./memory.ts";

export type { ProviderSettings } from "./base/providers.ts";
export { createCatalogue } from "./catalogue.model.ts";
export { createMemory } from "./memory.ts";

export interface ModelsInput {
  providers: Record<string, ProviderSettings>;
  fetch?: typeof fetch;
  /** What is learnt of models. Missing: it lives as long as the object. */
  memory?: Memory;
}

export function createModels(input: ModelsInput): Models {
  const { memory = createMemory(null) } = input;
  const leaders = createLeaders();
  return {
    async complete(call) {
      const row = providerRow(call.model.provider);
      if (!row) throw unknownProvider(call.model.provider);
      const settings = input.providers[row.id];
      const begun = row.caches ? await leaders.admit(call) : () => {};
      try {
        return await completeCall({ ...call, onBegun: begun }, { row, settings, memory, fetch: input.fetch ?? fetch });
      } finally {
        begun();
      }
    },
  };
}

function unknownProvider(id: string): ModelFault {
  return new ModelFault({
    kind: "validation",
    message: `there is no provider "${id}"`,
    suggestion: `Choose a model of one of ${PROVIDERS.map((row) => row.id).join(", ")}.`,
    spend: NO_SPEND,
  });
}
