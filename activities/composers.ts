/** How each model call is composed, by the act that makes it. A turn's is `composeTurn` (compose-turn.ts). */
import type { ModelAct } from "../domain/steps.ts";
import { composeAssessment } from "./assess-round.ts";
import { composePositions } from "./assign-positions.ts";
import { composeBallot } from "./cast-ballot.ts";
import { composeVote } from "./cast-vote.ts";
import { composeQuestions } from "./collect-questions.ts";
import { composeSummary } from "./compose-summary.ts";
import type { Compose } from "./composed.ts";
import { composeEvaluation } from "./evaluate-round.ts";
import { composeTranscriptSummary } from "./summarize-transcript.ts";
import { composeSolution } from "./synthesize-solution.ts";

export const composers: Record<ModelAct, Compose> = {
  assignPositions: composePositions,
  assessRound: composeAssessment,
  castBallot: composeBallot,
  collectQuestions: composeQuestions,
  castVote: composeVote,
  summarizePerspective: composeSummary,
  summarizeTranscript: composeTranscriptSummary,
  evaluateRound: composeEvaluation,
  synthesizeSolution: composeSolution,
};
