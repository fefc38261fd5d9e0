/**
 * Everything a debate does to the world, as a factory over what it needs. The workflow sees these as types only.
 * Each activity that calls a model makes one model call and is idempotent by the id of what it makes.
 */
import type { Catalogue } from "../domain/catalogue.ts";
import type { TemplateSearch } from "../domain/retrieval.ts";
import type { Store } from "../store/port.ts";
import { readAttempts } from "./act.ts";
import { assessRound } from "./assess-round.ts";
import { assignPositions } from "./assign-positions.ts";
import { castBallot } from "./cast-ballot.ts";
import { castVote } from "./cast-vote.ts";
import { checkProviders } from "./check-providers.ts";
import { gatherQuestions, storeAnswers } from "./clarify.ts";
import { closeTurn } from "./close-turn.ts";
import { collectQuestions } from "./collect-questions.ts";
import { concludeUnjudged } from "./conclude-unjudged.ts";
import { countBallots } from "./count-ballots.ts";
import { endRejudgement } from "./end-rejudgement.ts";
import { evaluateRound } from "./evaluate-round.ts";
import { giveAnswer } from "./give-answer.ts";
import { keepNote } from "./interjections.ts";
import type { Models } from "./models/port.ts";
import { proposePositions } from "./propose-positions.ts";
import { publish } from "./publish.ts";
import { rejudge } from "./rejudge.ts";
import type { TurnVectors } from "./retrieval/turn-vectors.ts";
import { retrieveTemplates } from "./retrieve-templates.ts";
import { recheck, revise } from "./revise.ts";
import { summarizePerspective } from "./summarize-perspective.ts";
import { summarizeTranscript } from "./summarize-transcript.ts";
import { sweepOrphans } from "./sweep.ts";
import { sweepDeltas } from "./sweep-deltas.ts";
import { synthesizeSolution } from "./synthesize-solution.ts";
import { takeTurn } from "./take-turn.ts";
import type { WebhookSettings } from "./webhooks/deliver.ts";
import { deliverEvents } from "./webhooks/deliver-events.ts";
import { redeliverEvent } from "./webhooks/redeliver.ts";
import { weigh } from "./weigh.ts";

export type { Publication } from "./publish.ts";

export interface ActivityDeps {
  store: Store;
  models: Models;
  catalogue: Catalogue;
  templates: TemplateSearch;
  now(): Date;
  /** In [0, 1): spreads retries. */
  random(): number;
  /** The unit of the retry waits, in milliseconds (§1.11: one second). */
  retryBaseMs?: number;
  /** Overlap, 0–1, from which on a turn repeats another; left out: §1.13's. */
  repetitionThreshold?: number;
  /** Share of its 3-grams, 0–1, from which on a turn repeats earlier ones together. */
  repetitionContainment?: number;
  /** Cosine, 0–1, from which on a turn repeats another in meaning; left out: §1.13's. */
  repetitionCosine?: number;
  /** null or left out: no embedding model is configured. */
  turnVectors?: TurnVectors | null;
  /** Left out: webhooks may not point to anything private. */
  webhooks?: WebhookSettings;
  /** Aborts when the worker is told to stop. */
  stopping?: AbortSignal;
}

export function createActivities(deps: ActivityDeps) {
  return {
    checkProviders: checkProviders(deps),
    publish: publish(deps),
    readAttempts: readAttempts(deps),
    takeTurn: takeTurn(deps),
    assessRound: assessRound(deps),
    castVote: castVote(deps),
    castBallot: castBallot(deps),
    countBallots: countBallots(deps),
    collectQuestions: collectQuestions(deps),
    gatherQuestions: gatherQuestions(deps),
    storeAnswers: storeAnswers(deps),
    keepNote: keepNote(deps),
    revise: revise(deps),
    recheck: recheck(deps),
    summarizePerspective: summarizePerspective(deps),
    summarizeTranscript: summarizeTranscript(deps),
    evaluateRound: evaluateRound(deps),
    synthesizeSolution: synthesizeSolution(deps),
    retrieveTemplates: retrieveTemplates(deps),
    giveAnswer: giveAnswer(deps),
    concludeUnjudged: concludeUnjudged(deps),
    closeTurn: closeTurn(deps),
    weigh: weigh(deps),
    assignPositions: assignPositions(deps),
    proposePositions: proposePositions(deps),
    rejudge: rejudge(deps),
    endRejudgement: endRejudgement(deps),
    deliverEvents: deliverEvents(deps),
    redeliverEvent: redeliverEvent(deps),
    sweepOrphans: sweepOrphans(deps),
    sweepDeltas: sweepDeltas(deps),
  };
}
export type Activities = ReturnType<typeof createActivities>;
