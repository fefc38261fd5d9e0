import { Context } from "@temporalio/activity";
import type { DraftEvent } from "../domain/events.ts";
import type { Durations, ModelRef } from "../domain/plan.ts";
import { buildPositionsPrompt, type PositionsReading, readPositions } from "../domain/prompts/positions.ts";
import type { Diversity } from "../domain/schemas.ts";
import { POSITIONS_TEMPERATURE } from "./assign-positions.ts";
import { failureData, failureOf, judgeFault } from "./failures.ts";
import type { ActivityDeps } from "./index.ts";
import { readReply } from "./judging.ts";
import { ModelFault, type ModelReply } from "./models/port.ts";
import { prompted } from "./models/prompted.ts";

export interface ProposeInput {
  topic: string;
  context?: string;
  count: number;
  diversity: Diversity;
  model: ModelRef;
  durations: Pick<Durations, "judgeTimeout" | "silence" | "heartbeat">;
  /** Faults of earlier attempts: there is no log that could tell them. */
  failures: DraftEvent<"judge.failed">[];
}

export interface Proposal extends PositionsReading {
  spend: ModelReply["spend"];
}

/** Tokens: room for eight positions, and for a model that thinks first. */
const MAX_OUTPUT = 8_192;

/**
 * Positions for a topic that no debate belongs to. One attempt: what failed is told to the workflow, with the time to
 * wait before the next (`waitMs`; null when there is none).
 */
export const proposePositions =
  (deps: ActivityDeps) =>
  async (input: ProposeInput): Promise<Proposal> => {
    const context = Context.current();
    const beat = setInterval(() => context.heartbeat(), input.durations.heartbeat);
    try {
      return await ask(deps, input, context.cancellationSignal);
    } catch (error) {
      if (context.cancellationSignal.aborted) throw context.cancellationSignal.reason;
      throw error instanceof ModelFault ? failure(deps, input, error) : error;
    } finally {
      clearInterval(beat);
    }
  };

async function ask({ models }: ActivityDeps, input: ProposeInput, signal: AbortSignal): Promise<Proposal> {
  const { topic, context, diversity, model, durations } = input;
  const seats = Array.from({ length: input.count }, () => ({}));
  const faults = input.failures.filter((f) => f.data.kind === "invalid_response").map((f) => f.data.message);
  const prompt = buildPositionsPrompt({ topic, context, diversity, seats, given: [], faults });
  const reply = await models.complete({
    ...prompted({ ...model, temperature: POSITIONS_TEMPERATURE, maxOutputTokens: MAX_OUTPUT }, prompt),
    signal,
    timeoutMs: durations.judgeTimeout,
    silenceMs: durations.silence,
  });
  const value = readReply(reply, (text) => readPositions(text, { seats, given: [] }));
  return { ...value, spend: reply.spend };
}

/** Temporal does not try it again: the workflow does, which knows what failed before. */
function failure(deps: ActivityDeps, { failures }: ProposeInput, fault: ModelFault) {
  const judgement = judgeFault({
    fault,
    earlier: failures,
    jitter: deps.random(),
    ...(deps.retryBaseMs !== undefined && { baseMs: deps.retryBaseMs }),
  });
  const data = { round: 0, actId: "positions", ...failureData(fault, judgement, failures.length + 1) };
  const event: DraftEvent = { type: "judge.failed", at: deps.now().toISOString(), data };
  return failureOf(fault, { ...judgement, waitMs: null }, [event]);
}
