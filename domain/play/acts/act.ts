/**
 * A model's act as a record: what its prompt is made of, how the reply is read, what is stored, which event reports it,
 * and what an estimate assumes of it. `activities/acts/run-act.activity.ts` runs every record.
 */

import type { Pile } from "../../judge/answer-pile.ts";
import type { BlindCase } from "../../judge/blind/blind.ts";
import type { Outcome } from "../../judge/conclusion/outcome.judging.ts";
import type { ShownRanking } from "../../judge/council/others.ts";
import type { MeasureInput } from "../../judge/signals/signals.signal.ts";
import type { Prompt, Reading } from "../../prompts/parts/prompt.prompt-part.ts";
import { iterationOf } from "../../rules/clarifications/iteration.ts";
import { type Catalogue, modelId } from "../../shapes/catalogue/catalogue.ts";
import type { CallSettings, ChosenModel } from "../../shapes/catalogue/model-ref.ts";
import type { View } from "../../shapes/context/view.shape.ts";
import type { ModelAct } from "../../shapes/facts.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Assessment } from "../../shapes/schemas/assessment.schema.ts";
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { Ranking } from "../../shapes/schemas/council.schema.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { Degradation } from "../../shapes/schemas/faults.schema.ts";
import type { EndedBy, Result } from "../../shapes/schemas/result.schema.ts";
import type { Bill } from "../../shapes/schemas/spend.schema.ts";
import type { Summary } from "../../shapes/schemas/summary.schema.ts";
import type { ToolUse } from "../../shapes/schemas/tool-use.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import type { UnreachableServer } from "../../shapes/schemas/unreachable-server.ts";
import type { DebateState } from "../../shapes/state/state.ts";
import { type ActSpec, type ModelActSpec, participantOf } from "../../shapes/state/steps.ts";
import { roundOf } from "../../shapes/turn-ids.ts";
import type { Case } from "../assumptions/cases.ts";
import type { BriefEvent, DraftEvent } from "../events/events.ts";
import type { Kind } from "../records/kind.ts";

/** Which act, and where the debate is. */
export interface Asked {
  /** Of the act. */
  id: string;
  state: DebateState;
  generation: number;
  round: number;
  /** Whose act it is; left out for the judge's. */
  participantId?: string;
  /** The member of the judge's panel whose act it is. */
  panelist?: ChosenModel;
  /** How the debate ends, for the act that concludes it. */
  endedBy: EndedBy | null;
  /** Only of `summarizeTranscript`. */
  summary?: ActSpec["summary"];
}

/** An act as its record needs it, where the debate is. */
export function askedOf(act: ModelActSpec, state: DebateState): Asked {
  const { generation } = state;
  const round = roundOf(act.id, state.round);
  return { id: act.id, state, generation, round, endedBy: null, ...participantOf(act) };
}

/** The part of the debate that the prompt shows: with labels for names, where the reader is blind. */
export interface Shown {
  config: DebateConfig;
  /** Whole turns, and interjections. */
  turns: Turn[];
  assessments: Assessment[];
  /** Ids of those who spoke; left out: of all participants. */
  active?: string[];
  /** Faults of earlier replies. */
  faults?: string[];
  earlier?: Pick<Summary, "round" | "text">;
  /** What the ballots came to, for an act that sees it. */
  outcome?: Outcome;
  /** The debate's, for the act that maps it. */
  result?: Result;
  /** For the act that counts answers. */
  pile?: Pile;
  /** For the act that concludes a council. */
  rankings?: ShownRanking[];
  /** The written answer, for an act that sees it. */
  answer?: string;
  /** The claims that were checked, for an act that sees them. */
  claims?: ClaimCheck[];
}

/** A loaded debate, as it is and as it is shown. */
export interface Scene extends Pick<Shown, "config" | "turns" | "assessments"> {
  asked: Asked;
  shown: Shown;
  /** Translates between the two; changes nothing where the reader is not blind. */
  blind: BlindCase;
  catalogue: Pick<Catalogue, "model">;
  /** Of a council, for the act that sees them. */
  rankings?: Ranking[];
}

/** Names the record of an act. A kind's key uses the parts that it needs. */
export interface ActPlace extends Pick<Asked, "id" | "generation" | "round"> {
  /** Empty for the judge. */
  participantId: string;
  /** The number of the collection of questions, from 1. */
  iteration: number;
}

export function placeOf({ id, generation, round, participantId = "", state }: Asked): ActPlace {
  return { id, generation, round, participantId, iteration: iterationOf(state) };
}

/** All that an act's result is made of. */
interface Reply<V, B> {
  value: V;
  scene: Scene;
  /** provider/model. */
  model: string;
  bill: Bill;
  degraded: Degradation[];
  /** The measurements made during the model's call; null: they failed, and the act goes on without them. */
  measured: B | null;
  /** What was looked up for it, and what that found. */
  lookups: { uses: ToolUse[]; found: Exhibit[]; unreachable: UnreachableServer[] };
}

/** Measurements that an act can make while its model is asked. */
export interface Instruments {
  /** Thresholds of repetition, as configured. */
  repetition: Pick<MeasureInput, "threshold" | "containment">;
  /** How similar turns are in meaning; empty without an embedding model. */
  similarityOf(turns: Turn[]): Promise<Pick<MeasureInput, "likeness" | "embedding">>;
}

/**
 * `given answers`: what a question's turns answer, without the reasons. `blind`: with labels for names.
 * `answers alone`: the control arm's, and the debate's result once there is one. `others' answers`: those of a council
 * without the reader's own, with labels that are drawn for this reader. `own transcript`: what a speaker's turns see.
 * `result`: the debate's, with the count of the control arm. `checked claims`: with labels for names, without the transcript.
 */
export type Reads =
  | "configuration"
  | "given answers"
  | "transcript"
  | "own transcript"
  | "result"
  | "blind transcript"
  | "checked claims"
  | "answers alone"
  | "others' answers";

/** A prompt with as many turns as fit. */
export interface Chosen {
  turns: Turn[];
  model: CallSettings;
  prompt: Prompt;
  tokens: number;
  /** Tokens of input at most; null when the window is not known. */
  capacity: number | null;
  /** Not even one turn fits. */
  overflow: boolean;
}

/** Where an estimated debate is, and which case is assumed. */
export interface AssumedScene extends Pick<Scene, "config"> {
  state: DebateState;
  of: Case;
}

export interface ModelActRecord<V, T extends { at: string }, B = undefined> {
  name: ModelAct;
  reads(asked: Pick<Asked, "id" | "participantId" | "round">): Reads;
  /** Leaves out turns that came later than the act is about. */
  sees?(turn: Turn, asked: Asked): boolean;
  /** It is done once the ballots are counted, and is shown what they came to. */
  seesOutcome?: true;
  /** It is shown the written answer. */
  seesAnswer?: true;
  /** The judge's tools are at hand. */
  looksUp?: true;
  /** It is shown a council's rankings. */
  seesRankings?: true;
  /** It is shown the claims that were checked against the exhibits. */
  seesClaims?: true;
  /** An earlier summary to load. */
  earlier?(asked: Asked): Pick<Summary, "id" | "round"> | undefined;
  /** In place of its model's own. */
  temperature?: number;
  /** Reports `context.warning`, and waits for a summary where one is needed. */
  watchesWindow?: true;
  /** The turns that the prompt may leave out; left out: all. */
  fits?(scene: Scene): Turn[];
  /** For an act that chooses model and turns itself, instead of fitting the prompt. */
  choose?(scene: Scene): Chosen;
  /** `view` left out: everything is shown. */
  prompt(shown: Shown, asked: Asked, view?: View): Prompt;
  /** How long the model may take; left out: `judgeTimeout`. */
  within?: "turnTimeout";
  /** What its owner should do when no reply can be read. */
  suggestion?: string;
  read(text: string, scene: Scene): Reading<V>;
  measure?(scene: Scene, instruments: Instruments): Promise<B>;
  /** The stored value: put once, under the place of the act. */
  kind: Kind<T, ActPlace>;
  make(reply: Reply<V, B>): T;
  /** Reports it, whole. */
  event(stored: T, asked: Asked): DraftEvent;
  /** One line for Temporal's UI. */
  said(stored: T): string;
  assumed: {
    /** Tokens of a usual reply. */
    tokens(config: DebateConfig, participantId?: string): number;
    /** The brief events that report it; none where the debate is over with it. `said`: tokens of the reply. */
    events(act: ActSpec, scene: AssumedScene, said: number): BriefEvent[];
  };
}

export function defineAct<V, T extends { at: string }, B = undefined>(
  act: ModelActRecord<V, T, B>,
): ModelActRecord<V, T, B> {
  return act;
}

/** How an event names the model of a panel. */
export function panelistOf({ panelist }: Pick<Asked, "panelist">): { panelist?: string } {
  return panelist ? { panelist: modelId(panelist) } : {};
}

/** For records that do not keep the attempt's number. */
export function unnumbered({ attempt: _attempt, ...bill }: Bill): Omit<Bill, "attempt"> {
  return bill;
}
