/** A model call before it is made. Composing one reads the store and writes nothing, so a quote composes the same call. */
import type { Asked, Scene } from "../../domain/play/acts/act.ts";
import type { DraftEvent } from "../../domain/play/events/events.ts";
import type { Prompt } from "../../domain/prompts/parts/prompt.prompt-part.ts";
import type { Fit } from "../../domain/rules/context/fit.rules.ts";
import type { CallSettings } from "../../domain/shapes/catalogue/model-ref.ts";
import type { SummaryNeed } from "../../domain/shapes/context/horizon.ts";
import type { JudgeConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Tooling } from "../../domain/shapes/schemas/tool-request.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import type { TurnSpec } from "../../domain/shapes/state/steps.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";

export interface Composed {
  prompt: Prompt;
  model: CallSettings;
  /** Groups calls that share a prefix. */
  cacheKey: string;
  fitting: Fitting;
  /** What may be looked up for it; left out: nothing. */
  tooling?: Tooling;
  /** Tokens at most of what is still to be looked up for it; left out: nothing. */
  toLookUp?: number;
  /** Tokens of the reply that later prompts show at most; left out: all that it may have. */
  mostSaid?: number;
}

/** A call of an act, with what it was composed from. */
export interface ComposedAct extends Composed {
  scene: Scene;
}

/** Which turn, and where the debate is. */
export interface TurnCall {
  debate: DebateKey;
  turn: TurnSpec;
  state: DebateState;
  /** Faults of earlier replies. */
  faults?: string[];
}

/** Which act, and where the debate is. */
export interface ActCall extends Asked {
  debate: DebateKey;
  /** How many rounds have been assessed. */
  assessed: number;
  /** Only of a rejudgement: the judge that replaces the debate's own. */
  judge?: JudgeConfig;
  /** Faults of earlier replies. */
  faults?: string[];
}

/** How a call fits into its model's window. */
export interface Fitting {
  fit: Fit;
  /** Tokens of input at most; null when the window is not known. */
  capacity: number | null;
  /** To report before the call. */
  warning?: DraftEvent<"context.warning">["data"];
  /** A summary that must be made before the call. */
  needs?: SummaryNeed;
}
