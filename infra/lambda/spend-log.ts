/** The same models, with a log line for each call: what it was and what it has cost. Alarms on spending count these. */
import { type ModelCall, ModelFault, type Models } from "../../activities/models/port.ts";
import type { Spend } from "../../domain/debate-state.ts";

interface SpendLogger {
  info(fields: object, message: string): void;
}

export function withSpendLog(models: Models, logger: SpendLogger): Models {
  return {
    async complete(call) {
      try {
        const reply = await models.complete(call);
        logger.info(factsOf(call, reply.spend), "model call");
        return reply;
      } catch (error) {
        // What failed may have been paid for.
        if (error instanceof ModelFault)
          logger.info({ ...factsOf(call, error.spend), fault: error.kind }, "model call");
        throw error;
      }
    },
  };
}

function factsOf({ model }: ModelCall, { inputTokens, outputTokens, costMicroUsd }: Spend): object {
  // A call of unknown price counts as free; its tokens are there.
  return { ...model, inputTokens, outputTokens, costUsd: (costMicroUsd ?? 0) / 1_000_000 };
}
