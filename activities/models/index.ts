/** The model providers behind one port: two SDKs, a table of providers, and a price library. */
import { NO_SPEND } from "../../domain/budget/costs.ts";
import type { RecordStore } from "../../store/port/records.ts";
import { completeCall } from "./complete.ts";
import { createLeaders } from "./leaders.ts";
import { createMemory } from "./memory.ts";
import { ModelFault, type Models } from "./port.ts";
import { PROVIDERS, type ProviderSettings, providerRow } from "./providers.ts";

export { createCatalogue } from "./catalogue.ts";
export type { ProviderSettings } from "./providers.ts";

export interface ModelsInput {
  providers: Record<string, ProviderSettings>;
  fetch?: typeof fetch;
  /** Keeps what is learnt of models. Missing: it is kept as long as the object lives. */
  records?: RecordStore;
}

export function createModels(input: ModelsInput): Models {
  const memory = createMemory(input.records ?? null);
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
