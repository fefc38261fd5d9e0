import type { ChosenModel } from "../catalogue/model-ref.ts";
import type { Horizon, SummaryNeed, SummaryRef } from "../context/horizon.ts";
import type { ModelAct, ServiceAct } from "../facts.shape.ts";
import type { ConvergedBy, EndedBy } from "../schemas/result.schema.ts";
import type { TurnPhase } from "../schemas/turn.schema.ts";

export interface TurnSpec {
  id: string;
  participantId: string;
  round: number;
  index: number;
  phase: TurnPhase;
  targetId?: string;
  sees: Horizon;
  /** It is stored already: an experiment bought it. */
  given?: true;
  /** Replaces the speaker's own view of earlier rounds in the prompt. */
  summary?: SummaryRef;
}

/** An act other than a turn. */
export type ActSpec = ModelActSpec | ServiceActSpec;

interface ActParts {
  id: string;
  /** What is lost if it fails for good. The debate continues without it and records this in `degraded`. */
  dispensable?: string;
  /** For `summarizeTranscript`: what the summary replaces, and the model that writes it. */
  summary?: SummaryNeed & { model: ChosenModel };
  /** The member of the judge's panel whose act it is. */
  panelist?: ChosenModel;
}

/** One model call by the judge, a participant or the summarizer. */
export interface ModelActSpec extends ActParts {
  name: ModelAct;
  by: "judge" | "summarizer" | { participantId: string };
}

/**
 * Whose act it is; nothing for the judge's, a summarizer's or a service's.
 *
 * @example
 * participantOf({ by: "judge" }) // → {}
 * participantOf({ by: { participantId: "p1" } }) // → { participantId: "p1" }
 */
export function participantOf({ by }: Pick<ActSpec, "by">): { participantId?: string } {
  return typeof by === "string" ? {} : { participantId: by.participantId };
}

/** Done without a model. */
interface ServiceActSpec extends ActParts {
  name: ServiceAct;
  by: "service";
}

/** What to do now. Protocols return it, `interpret` carries it out. */
export type Step =
  | { kind: "prepare"; act: ActSpec }
  /** Nothing is left to prepare. */
  | { kind: "initialized" }
  | { kind: "beginRound"; round: number; afterMs: number }
  | {
      kind: "turns";
      phase: string;
      order: "parallel" | "sequential";
      expected: number;
      turns: TurnSpec[];
      /** Done while the turns are taken. */
      beside?: ActSpec[];
    }
  /** All at once. */
  | { kind: "acts"; phase: string; acts: ActSpec[] }
  /** The debate goes on without an act that nobody can do. */
  | { kind: "skip"; act: ActSpec; why: string }
  /** Put the collected questions together and ask them. */
  | { kind: "gatherQuestions"; iteration: number }
  /** null: for as long as it takes. */
  | { kind: "awaitAnswers"; timeoutMs: number | null }
  | { kind: "clarified" }
  /** The twin debate begins, beside this one. */
  | { kind: "beginTwin" }
  /** Its ballots are cast, or it is done without. */
  | { kind: "awaitTwin"; endedBy: EndedBy; convergedBy?: ConvergedBy }
  | { kind: "endRound"; phase: string; round: number }
  /** What is there comes before the act, in this order: the act makes the result of it. */
  | {
      kind: "conclude";
      endedBy: EndedBy;
      /** Only of a convergence. */
      convergedBy?: ConvergedBy;
      turn?: TurnSpec;
      ballots?: ActSpec[];
      /** Done while the ballots are cast. */
      beside?: ActSpec[];
      /** Written over the counted ballots. */
      conclusion?: ActSpec;
      act: ActSpec;
    };
