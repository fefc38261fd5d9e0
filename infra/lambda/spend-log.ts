/** Logs each model call with its cost. Alarms on spending count these lines. */
import { type ModelCall, ModelFault, type Models } from "../../activities/models/base/port.model.ts";
import type { Spend } from "../../domain/shapes/state/state.ts";
import { quietly } from "../base/quiet.ts";

interface SpendLogger {
  info(fields: object, message: string): void;
}

export function withSpendLog(models: Models, logger: SpendLogger): Models {
  const info = quietly((fields: object, message: string) => logger.info(fields, message));
  return {
    async complete(call) {
      try {
        const reply = await models.complete(call);
        info(factsOf(call, reply.spend), "model call");
        return reply;
      } catch (error) {
        // Failed calls may cost money too.
        if (error instanceof ModelFault) info({ ...factsOf(call, error.spend), fault: error.kind }, "model call");
        throw error;
      }
    },
  };
}

function factsOf({ model }: ModelCall, { inputTokens, outputTokens, costMicroUsd }: Spend): object {
  // Unknown prices count as 0; the tokens are logged.
  return { ...model, inputTokens, outputTokens, costUsd: (costMicroUsd ?? 0) / 1_000_000 };
}
