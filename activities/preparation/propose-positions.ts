import { POSITIONS_TEMPERATURE } from "../../domain/acts/assign-positions.ts";
import type { ModelRef } from "../../domain/catalogue/model-ref.ts";
import { buildPositionsPrompt, type PositionsReading, readPositions } from "../../domain/prompts/speaker/positions.ts";
import type { Diversity } from "../../domain/schemas/positions.ts";
import { faultsOf } from "../acts/attempt.ts";
import { readReply } from "../acts/call-model.ts";
import { type Alone, type AloneInput, attemptAlone } from "../acts/outside-a-debate.ts";
import type { ActivityDeps } from "../deps.ts";
import { ask } from "../models/ask.ts";
import type { ModelReply } from "../models/port.ts";
import { prompted } from "../models/prompted.ts";

export interface ProposeInput extends AloneInput {
  topic: string;
  context?: string;
  /** A canonical BCP-47 tag; left out: the topic's. */
  language?: string;
  count: number;
  diversity: Diversity;
  model: ModelRef;
  /** Absent in requests made before fences had keys. */
  fenceKey?: string;
}

export interface Proposal extends PositionsReading {
  spend: ModelReply["spend"];
}

/** Tokens: enough for eight positions, and for a model that thinks first. */
const MAX_OUTPUT = 8_192;

/** One attempt at positions for a topic, without a debate. */
export const proposePositions =
  (deps: ActivityDeps) =>
  (input: ProposeInput): Promise<Proposal> =>
    attemptAlone(deps, { ...input, actId: "positions" }, (alone) => propose(deps, input, alone));

async function propose({ models }: ActivityDeps, input: ProposeInput, { signal, onSpent }: Alone): Promise<Proposal> {
  const { topic, context, language, diversity, model, durations, fenceKey } = input;
  const seats = Array.from({ length: input.count }, () => ({}));
  const prompt = buildPositionsPrompt({
    topic,
    context,
    language,
    diversity,
    seats,
    given: [],
    fenceKey,
    ...faultsOf(input),
  });
  const reply = await ask(models, {
    ...prompted({ ...model, temperature: POSITIONS_TEMPERATURE, maxOutputTokens: MAX_OUTPUT }, prompt),
    signal,
    timeoutMs: durations.judgeTimeout,
    silenceMs: durations.silence,
  });
  onSpent(reply.spend);
  const value = readReply(reply, (text) => readPositions(text, { seats, given: [] }));
  return { ...value, spend: reply.spend };
}
