/** What a debate does next. */
import type { Horizon, SummaryNeed, SummaryRef } from "./debate-state.ts";
import type { ModelRef } from "./plan.ts";
import type { EndedBy } from "./schemas/result.ts";
import type { TurnPhase } from "./schemas/turn.ts";

export interface TurnSpec {
  id: string;
  participantId: string;
  round: number;
  index: number;
  phase: TurnPhase;
  targetId?: string;
  sees: Horizon;
  /** Stands in the prompt instead of the speaker's own view of earlier rounds. */
  summary?: SummaryRef;
}

/** Acts other than turns, named for the activity that does them. */
export type ActName =
  | "assignPositions"
  | "assessRound"
  | "castBallot"
  | "collectQuestions"
  | "castVote"
  | "summarizePerspective"
  | "summarizeTranscript"
  | "evaluateRound"
  | "synthesizeSolution"
  | ServiceAct;

/** Those that no model does. */
type ServiceAct = "retrieveTemplates" | "giveAnswer" | "countBallots" | "concludeUnjudged";

/** Those that are one model call each. */
export type ModelAct = Exclude<ActName, ServiceAct>;

/** One model call that is no turn, by the judge or by a participant; or, by the service itself, no model call. */
export type ActSpec = {
  id: string;
  /** The debate goes on without it when it fails for good, and says so in `degraded`: what would be lost. */
  dispensable?: string;
  /** Of `summarizeTranscript`: what it is to stand for, and whose model makes it. */
  summary?: SummaryNeed & { model: ModelRef };
  /** Of the judge's acts: the member of its panel whose act it is. */
  panelist?: ModelRef;
} & ({ name: ModelAct; by: "judge" | "summarizer" | { participantId: string } } | { name: ServiceAct; by: "service" });

/** What to do now. Pure protocols say it, the workflow does it. */
export type Step =
  | { kind: "beginRound"; round: number; afterMs: number }
  | { kind: "turns"; phase: string; order: "parallel" | "sequential"; expected: number; turns: TurnSpec[] }
  /** All at once. */
  | { kind: "acts"; phase: string; acts: ActSpec[] }
  /** Put the collected questions together and ask them. */
  | { kind: "gatherQuestions"; iteration: number }
  /** null: for as long as it takes. */
  | { kind: "awaitAnswers"; timeoutMs: number | null }
  | { kind: "clarified" }
  | { kind: "endRound"; phase: string; round: number }
  /** With a turn or ballots, these come first: the act concludes from them. */
  | { kind: "conclude"; endedBy: EndedBy; turn?: TurnSpec; ballots?: ActSpec[]; act: ActSpec };
