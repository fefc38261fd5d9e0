/**
 * A model call before it is made. Composing reads the store and writes nothing, so that the same call can be weighed
 * without being made; the act then makes exactly what was composed.
 */
import type { DebateConfig, JudgeConfig } from "../domain/config.ts";
import type { DebateState } from "../domain/debate-state.ts";
import type { ModelRef } from "../domain/plan.ts";
import type { Prompt } from "../domain/prompts/prompt.ts";
import type { EndedBy } from "../domain/schemas/result.ts";
import type { Turn } from "../domain/schemas/turn.ts";
import type { ActSpec, TurnSpec } from "../domain/steps.ts";
import type { DebateKey } from "../store/port/debates.ts";
import type { Fitting } from "./fitting.ts";
import type { ActivityDeps } from "./index.ts";

/** Of whom something is asked, and how. */
export interface CallSettings extends ModelRef {
  temperature: number;
  maxOutputTokens: number;
  /** Tokens; left out: as the catalogue says. */
  contextWindow?: number;
}

export interface Composed {
  prompt: Prompt;
  /** The settings for `prompted()`. */
  model: CallSettings;
  /** Groups calls that share a prefix. */
  cacheKey: string;
  config: DebateConfig;
  /** Whole turns that the call could be shown, with interjections among them. */
  turns: Turn[];
  /** How it stands in the model's window. */
  fitting: Fitting;
}

/** Which turn, and where the debate stands. */
export interface TurnCall {
  debate: DebateKey;
  turn: TurnSpec;
  state: DebateState;
  /** What was wrong with earlier answers. */
  faults?: string[];
}

/** Which act, and where the debate stands. */
export interface ActCall {
  debate: DebateKey;
  state: DebateState;
  /** The id of the act. */
  id: string;
  generation: number;
  round: number;
  /** Whose act it is; left out for the judge's. */
  participantId?: string;
  /** The member of the judge's panel whose act it is. */
  panelist?: ModelRef;
  /** How many rounds have been assessed. */
  assessed: number;
  /** Who rules anew over a debate that is over, in place of its own judge. */
  judge?: JudgeConfig;
  /** How the debate ends, for the act that concludes it. */
  endedBy: EndedBy | null;
  /** Of a summary of the transcript. */
  summary?: ActSpec["summary"];
  /** What was wrong with earlier answers. */
  faults?: string[];
}

export type Compose<T extends Composed = Composed> = (deps: ActivityDeps, call: ActCall) => Promise<T>;
