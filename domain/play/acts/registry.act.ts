/** Every act that asks a model. Its activity, its estimate and its prompt follow from this line and its facts. */

import type { ModelAct } from "../../shapes/facts.shape.ts";
import type { ModelActRecord } from "./act.ts";
import { answerAlone } from "./answer-alone.ts";
import { assessRound } from "./assess-round.ts";
import { assignPositions } from "./assign-positions.ts";
import { castBallot } from "./cast-ballot.ts";
import { castVote } from "./cast-vote.ts";
import { checkClaims } from "./check-claims.ts";
import { collectQuestions } from "./collect-questions.ts";
import { concludeCouncil } from "./conclude-council.ts";
import { confirmClaims } from "./confirm-claims.ts";
import { countAnswers } from "./count-answers.ts";
import { evaluateRound } from "./evaluate-round.ts";
import { groupAnswers } from "./group-answers.ts";
import { rankAnswers } from "./rank-answers.ts";
import { reviewAnswer } from "./review-answer.ts";
import { shapeOutput } from "./shape-output.ts";
import { summarizePerspective } from "./summarize-perspective.ts";
import { summarizeTranscript } from "./summarize-transcript.ts";
import { synthesizeSolution } from "./synthesize-solution.ts";
import { takePoll } from "./take-poll.ts";
import { writeConclusion } from "./write-conclusion.ts";

export type AnyModelAct = ModelActRecord<unknown, { at: string }, unknown>;

export const MODEL_ACTS = {
  assignPositions,
  collectQuestions,
  assessRound,
  evaluateRound,
  castVote,
  castBallot,
  checkClaims,
  confirmClaims,
  writeConclusion,
  reviewAnswer,
  answerAlone,
  countAnswers,
  groupAnswers,
  summarizePerspective,
  summarizeTranscript,
  synthesizeSolution,
  rankAnswers,
  concludeCouncil,
  shapeOutput,
  takePoll,
} satisfies Record<ModelAct, AnyModelAct> as Record<ModelAct, AnyModelAct>;
