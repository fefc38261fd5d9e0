import type { ModelRef } from "../domain/plan.ts";
import { buildPositionsPrompt, type PositionsReading, readPositions } from "../domain/prompts/positions.ts";
import type { Diversity } from "../domain/schemas/positions.ts";
import { type AloneInput, attemptAlone } from "./alone.ts";
import { readReply } from "./ask.ts";
import { POSITIONS_TEMPERATURE } from "./assign-positions.ts";
import type { ActivityDeps } from "./index.ts";
import { faultsOf } from "./judging.ts";
import type { ModelReply } from "./models/port.ts";
import { prompted } from "./models/prompted.ts";

export interface ProposeInput extends AloneInput {
  topic: string;
  context?: string;
  count: number;
  diversity: Diversity;
  model: ModelRef;
}

export interface Proposal extends PositionsReading {
  spend: ModelReply["spend"];
}

/** Tokens: room for eight positions, and for a model that thinks first. */
const MAX_OUTPUT = 8_192;

/** Positions for a topic that no debate belongs to. One attempt. */
export const proposePositions =
  (deps: ActivityDeps) =>
  (input: ProposeInput): Promise<Proposal> =>
    attemptAlone(deps, { ...input, actId: "positions" }, (signal) => ask(deps, input, signal));

async function ask({ models }: ActivityDeps, input: ProposeInput, signal: AbortSignal): Promise<Proposal> {
  const { topic, context, diversity, model, durations } = input;
  const seats = Array.from({ length: input.count }, () => ({}));
  const prompt = buildPositionsPrompt({ topic, context, diversity, seats, given: [], ...faultsOf(input) });
  const reply = await models.complete({
    ...prompted({ ...model, temperature: POSITIONS_TEMPERATURE, maxOutputTokens: MAX_OUTPUT }, prompt),
    signal,
    timeoutMs: durations.judgeTimeout,
    silenceMs: durations.silence,
  });
  const value = readReply(reply, (text) => readPositions(text, { seats, given: [] }));
  return { ...value, spend: reply.spend };
}
