/** The model providers behind one port: two SDKs, a table of providers, and a price library. */
import { NO_SPEND } from "../../domain/budget/costs.ts";
import { completeCall } from "./complete.ts";
import { createLeaders } from "./leaders.ts";
import { createMemory, type Memory } from "./memory.ts";
import { ModelFault, type Models } from "./port.ts";
import { PROVIDERS, type ProviderSettings, providerRow } from "./providers.ts";

export { createCatalogue } from "./catalogue.ts";
export type { ProviderSettings } from "./providers.ts";

/** Refused parameters are remembered as long as `memory` lives; by default as long as the object. */
export function createModels(input: {
  providers: Record<string, ProviderSettings>;
  fetch?: typeof fetch;
  memory?: Memory;
}): Models {
  const { memory = createMemory() } = input;
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
