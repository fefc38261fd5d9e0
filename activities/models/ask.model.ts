/** One model call for an activity. What happens around a reply never undoes it. */
import { ApplicationFailure, log } from "@temporalio/activity";
import { NO_SPEND } from "../../domain/shapes/state/costs.state.ts";
import { nameOf, ownFault } from "../base/own-fault.activity-base.ts";
import { type ModelCall, ModelFault, type ModelReply, type Models } from "./base/port.model.ts";

/**
 * Throws a `ModelFault`, or the signal's abort reason. Metrics, traces and logs are around the call: a reply that is there
 * stays when one of them fails. What fails before a reply may have bought one, and nobody knows what it cost.
 */
export async function ask(models: Models, call: ModelCall): Promise<ModelReply> {
  let made: ModelReply | undefined;
  const onReply = (reply: ModelReply) => {
    made = reply;
  };
  try {
    return await models.complete({ ...call, ...guarded(call), onReply });
  } catch (error) {
    call.signal.throwIfAborted();
    if (made) {
      log.warn("what observes model calls failed after a reply", { error: nameOf(error) });
      return made;
    }
    // A limit forbids the call: nothing was bought.
    if (error instanceof ModelFault || error instanceof ApplicationFailure) throw error;
    throw new ModelFault({ ...ownFault(error), spend: { ...NO_SPEND, calls: 1 }, unsettled: true });
  }
}

/** Who listens to a reply does not interrupt it. */
function guarded({ onDelta }: ModelCall): Pick<ModelCall, "onDelta"> {
  if (!onDelta) return {};
  return {
    onDelta: (text) => {
      try {
        onDelta(text);
      } catch (error) {
        log.warn("a piece of a reply was not passed on", { error: nameOf(error) });
      }
    },
  };
}
