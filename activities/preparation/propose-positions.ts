import { POSITIONS_TEMPERATURE } from "../../domain/play/acts/assign-positions.ts";
import { POSITIONS_OUTPUT, positionsPrompt, seatsOf } from "../../domain/prompts/speaker/alone.speaker-prompt.ts";
import { type PositionsReading, readPositions } from "../../domain/prompts/speaker/positions.speaker-prompt.ts";
import type { ChosenModel } from "../../domain/shapes/catalogue/model-ref.ts";
import type { Diversity } from "../../domain/shapes/schemas/positions.schema.ts";
import { type Alone, type AloneInput, attemptAlone } from "../acts/outside-a-debate.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { faultsOf } from "../calls/attempt.ts";
import { readReply } from "../calls/call-model.ts";
import { ask } from "../models/ask.model.ts";
import type { ModelReply } from "../models/base/port.model.ts";
import { prompted } from "../models/prompted.ts";
import { buying } from "../quotas/buying.ts";
import type { Buyer } from "../quotas/purchase.activity.ts";

export interface ProposeInput extends AloneInput, Buyer {
  topic: string;
  context?: string;
  /** A canonical BCP-47 tag; left out: the topic's. */
  language?: string;
  count: number;
  diversity: Diversity;
  model: ChosenModel;
  /** Absent in requests made before fences had keys. */
  fenceKey?: string;
}

export interface Proposal extends PositionsReading {
  spend: ModelReply["spend"];
}

/** One attempt at positions for a topic, without a debate. */
export const proposePositions =
  (deps: ActivityDeps) =>
  (input: ProposeInput): Promise<Proposal> =>
    attemptAlone(deps, { ...input, actId: "positions" }, (alone) => propose(deps, input, alone));

async function propose(deps: ActivityDeps, input: ProposeInput, { signal, onSpent }: Alone): Promise<Proposal> {
  const { model, durations } = input;
  const seats = seatsOf(input);
  const prompt = positionsPrompt({ ...input, ...faultsOf(input) });
  const reply = await ask(buying(deps, input), {
    ...prompted({ temperature: POSITIONS_TEMPERATURE, maxOutputTokens: POSITIONS_OUTPUT, ...model }, prompt),
    signal,
    timeoutMs: durations.judgeTimeout,
    silenceMs: durations.silence,
  });
  onSpent(reply.spend);
  const value = readReply(reply, (text) => readPositions(text, { seats, given: [] }));
  return { ...value, spend: reply.spend };
}
