/**
 * Everything a debate does to the world, as a factory over what it needs. The workflow sees these as types only.
 * Each activity that calls a model makes one model call and is idempotent by the id of what it makes.
 */

import { MODEL_ACTS } from "../domain/play/acts/registry.act.ts";
import type { ModelAct } from "../domain/shapes/facts.shape.ts";
import { backlogActivities } from "../features/backlog/activities/index.ts";
import { experimentActivities } from "../features/experiments/activities/index.ts";
import { scheduleActivities } from "../features/schedules/activities/index.ts";
import { webhookActivities } from "../features/webhooks/activities/index.ts";
import { runAct } from "./acts/run-act.activity.ts";
import type { ActivityDeps } from "./base/deps.ts";
import { bounded } from "./base/own-fault.activity-base.ts";
import { readAttempts } from "./calls/attempt.ts";
import { publish } from "./calls/publish.ts";
import { concludeUnjudged } from "./conclusion/conclude-unjudged.ts";
import { countBallots } from "./conclusion/count-ballots.ts";
import { countPlurality } from "./conclusion/count-plurality.ts";
import { giveAnswer } from "./conclusion/give-answer.ts";
import { keepNote } from "./owner/interjections.activity.ts";
import { recheck, reseat, revise } from "./owner/revise.ts";
import { measurePolls } from "./polls/measure-polls.ts";
import { checkModel, listModels } from "./preparation/check-models.ts";
import { checkProviders } from "./preparation/check-providers.ts";
import { gatherQuestions, storeAnswers } from "./preparation/clarify.activity.ts";
import { proposePositions } from "./preparation/propose-positions.ts";
import { retrieveTemplates } from "./preparation/retrieve-templates.ts";
import { askQueue } from "./quotas/ask-queue.ts";
import { endRejudgement } from "./rejudgement/end-rejudgement.ts";
import { rejudge } from "./rejudgement/rejudge.activity.ts";
import { closeTurn } from "./turn/close-turn.ts";
import { quoteCalls } from "./turn/quote-calls.ts";
import { takeTurn } from "./turn/take-turn.ts";
import { beginTwin } from "./twin/begin-twin.ts";
import { endTwin } from "./twin/end-twin.ts";
import { sweepOrphans } from "./upkeep/sweep.activity.ts";
import { sweepExpired } from "./upkeep/sweep-expired.ts";
import { sweepFiles } from "./upkeep/sweep-files.ts";

export type { Publication } from "./calls/publish.ts";

export function createActivities(deps: ActivityDeps) {
  const activities = activitiesOf(deps);
  // No fault of our own code is tried for ever.
  for (const [name, work] of Object.entries(activities)) Object.assign(activities, { [name]: bounded(work as Work) });
  return activities;
}

type Work = (...input: unknown[]) => Promise<unknown>;

function activitiesOf(deps: ActivityDeps) {
  return {
    checkProviders: checkProviders(deps),
    listModels: listModels(deps),
    checkModel: checkModel(deps),
    publish: publish(deps),
    readAttempts: readAttempts(deps),
    takeTurn: takeTurn(deps),
    ...modelActs(deps),
    countBallots: countBallots(deps),
    gatherQuestions: gatherQuestions(deps),
    storeAnswers: storeAnswers(deps),
    keepNote: keepNote(deps),
    revise: revise(deps),
    recheck: recheck(deps),
    reseat: reseat(deps),
    retrieveTemplates: retrieveTemplates(deps),
    countPlurality: countPlurality(deps),
    giveAnswer: giveAnswer(deps),
    measurePolls: measurePolls(deps),
    concludeUnjudged: concludeUnjudged(deps),
    closeTurn: closeTurn(deps),
    weigh: quoteCalls(deps),
    proposePositions: proposePositions(deps),
    rejudge: rejudge(deps),
    endRejudgement: endRejudgement(deps),
    askQueue: askQueue(deps),
    beginTwin: beginTwin(deps),
    endTwin: endTwin(deps),
    sweepOrphans: sweepOrphans(deps),
    sweepExpired: sweepExpired(deps),
    sweepFiles: sweepFiles(deps),
    ...backlogActivities(deps),
    ...experimentActivities(deps),
    ...scheduleActivities(deps),
    ...webhookActivities(deps),
  };
}

/** Each under its own name. */
function modelActs(deps: ActivityDeps) {
  const acts = Object.entries(MODEL_ACTS).map(([name, record]) => [name, runAct(deps, record)] as const);
  return Object.fromEntries(acts) as Record<ModelAct, ReturnType<typeof runAct>>;
}

export type Activities = ReturnType<typeof createActivities>;
