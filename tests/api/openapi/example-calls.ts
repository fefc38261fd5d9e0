/** Sends the examples of the API's description: each request as it stands there, to debates in the state it needs. */

import { expect, vi } from "vitest";
import { createApiKey } from "../../../api/access/api-keys.access.ts";
import { DELIVERIES, WEBHOOKS } from "../../../domain/play/records/kinds.record.ts";
import { BACKLOG } from "../../../features/backlog/domain/backlog-records.ts";
import { kindOf } from "../../support/models/replies.ts";
import { debaters, type FlatEvent, type Manner, type World } from "../../support/world.ts";

type Media = Record<string, { schema: object; example?: unknown }>;
export interface Described {
  operationId: string;
  method: string;
  path: string;
  requestBody?: { content: Media };
  responses: Record<string, { content?: Media }>;
}
export interface Answered {
  status: number;
  text: string;
  body: unknown;
}
interface Call {
  operation: string;
  ids?: Record<string, string>;
  query?: string;
  accept?: string;
  token?: string;
  headers?: Record<string, string>;
}
type Send = (call: Call) => Promise<Answered>;

const statusIs = (status: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === status;
/** Of models with prices, so that answers show costs. */
const REQUEST = {
  topic: "Should cities ban cars?",
  format: "structured-rounds",
  maxRounds: 2,
  participants: [
    { name: "Ada", model: "openai/gpt-5.5", position: "Streets are for people: ban them." },
    { name: "Ben", model: "anthropic/claude-sonnet-5", position: "A price does what a ban cannot." },
  ],
  judge: { model: "openai/gpt-5.5" },
  tags: ["cities"],
};

/** Calls every operation but those of `callOnTemporal`; gives the answers by operation. */
export async function callAll(world: World, operations: Described[]): Promise<Map<string, Answered>> {
  const { send, answers } = senderOf(world, operations);
  const over = await readings(world, send);
  await drafts(world, send);
  await commands(world, send);
  await faults(world, send);
  await generations(world, send);
  await decisions(world, send);
  await questions(world, send);
  await templates(send);
  await presets(world, send);
  await files(send);
  await experiments(world, send);
  for (const operation of ["listModels", "listFormats", "listRoles", "findPositions", "estimateDebate"])
    await send({ operation });
  for (const operation of ["getReceiptKeys", "getAgentCard", "isAlive"]) await send({ operation });
  await send({ operation: "explainProblem", ids: { name: "invalid-request" }, accept: "text/html" });
  await send({ operation: "getMetrics", accept: "text/plain" });
  await send({ operation: "importDebate" });
  await send({ operation: "deleteDebate", ids: { id: over } });
  await keys(world, send);
  return answers;
}

/** Calls the operations on schedules, and asks whether all is ready. */
export async function callOnTemporal(world: World, operations: Described[]): Promise<Map<string, Answered>> {
  const { send, answers } = senderOf(world, operations);
  await send({ operation: "isReady" });
  await schedules(world, send);
  return answers;
}

function senderOf(world: World, operations: Described[]): { send: Send; answers: Map<string, Answered> } {
  const answers = new Map<string, Answered>();
  const send: Send = async ({
    operation: name,
    ids = {},
    query = "",
    accept = "application/json",
    token,
    headers = {},
  }) => {
    const operation = operations.find(({ operationId }) => operationId === name);
    if (!operation) throw new Error(`there is no operation ${name}`);
    const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? `no-${id}`);
    const answer = await world.request(`${path}${query}`, {
      method: operation.method,
      headers: {
        accept,
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(type && { "content-type": type }),
      },
      ...(media && { body: typeof media.example === "string" ? media.example : JSON.stringify(media.example) }),
    });
    answers.set(name, answer);
    return answer;
  };
  return { send, answers };
}

function script(world: World, manner: Manner = {}) {
  const answer = debaters(["p1", "p2"], manner);
  world.models.use(answer);
  return answer;
}

const idOf = ({ body }: Answered) => (body as { id: string }).id;

/** Gives the id of a debate that is over. */
async function readings(world: World, send: Send): Promise<string> {
  script(world);
  await world.finished(idOf(await send({ operation: "createDebate" })));
  const { id } = await world.create(REQUEST);
  await world.finished(id);
  const { id: otherId } = await world.create({ ...REQUEST, topic: "Should cities ban scooters?" });
  await world.finished(otherId);
  for (const operation of [
    "getDebate",
    "getRequest",
    "getTranscript",
    "getCosts",
    "rateDebate",
    "reportOutcome",
    "rejudgeDebate",
  ])
    await send({ operation, ids: { id } });
  const shareId = idOf(await send({ operation: "shareDebate", ids: { id } }));
  await send({ operation: "listShares", ids: { id } });
  await send({ operation: "revokeShare", ids: { id, shareId } });
  await send({ operation: "getTurn", ids: { id, turnId: "g1-r1-t1" } });
  await send({ operation: "compareDebates", ids: { id, otherId } });
  await send({ operation: "getRelated", ids: { id } });
  await send({ operation: "readEvents", ids: { id }, query: "?deltas=false&limit=10" });
  await send({ operation: "listDebates", query: "?limit=1" });
  for (const operation of ["getRatings", "getLevels", "getCalibration"]) await send({ operation });
  await send({ operation: "estimateFork", ids: { id } });
  for (const operation of ["forkDebate", "twinDebate"])
    await world.finished(idOf(await send({ operation, ids: { id } })));
  await deliveries(world, { send, id });
  return otherId;
}

/** Nobody is there to take them. */
async function deliveries({ store }: World, { send, id }: { send: Send; id: string }): Promise<void> {
  const debate = { tenant: "default", debateId: id };
  const at = new Date().toISOString();
  const webhook = { url: "https://hooks.example.com/parley", events: null, secret: "whsec_", at, off: null };
  await store.records.put(debate, WEBHOOKS, webhook);
  await store.records.put(debate, DELIVERIES, {
    id: `${id}_4`,
    eventId: 4,
    type: "debate.status",
    status: "delivered",
    attempts: 1,
    responseStatus: 204,
    error: null,
    firstAttemptAt: at,
    lastAttemptAt: at,
    nextAttemptAt: null,
    deliveredAt: at,
  });
  await send({ operation: "listWebhookDeliveries", ids: { id } });
  await send({ operation: "redeliverWebhook", ids: { id, deliveryId: `${id}_4` } });
}

async function drafts(world: World, send: Send): Promise<void> {
  script(world);
  const { id } = await world.create({ ...REQUEST, start: false });
  for (const operation of ["changeDebate", "validateDebate", "startDebate"]) await send({ operation, ids: { id } });
  await world.finished(id);
}

/** The second turn waits until all has been said to the debate. */
async function commands(world: World, send: Send): Promise<void> {
  const gate = Promise.withResolvers<void>();
  const answer = script(world);
  world.models.use(async (request) => {
    if (kindOf(request) === "turn" && !request.model.includes("gpt")) await gate.promise;
    return answer(request);
  });
  const { id } = await world.create({ ...REQUEST, limits: { warnAtCostUsd: 0.000001 } });
  await world.until(id, (e) => e.type === "turn.started" && e["turnId"] === "g1-r1-t2");
  for (const operation of ["acknowledgeDebate", "pauseDebate", "resumeDebate", "interject", "stopDebate"])
    await send({ operation, ids: { id } });
  gate.resolve();
  await world.finished(id);
}

async function faults(world: World, send: Send): Promise<void> {
  world.models.use(() => ({ error: { status: 401 } }));
  const { id } = await world.create(REQUEST);
  await world.until(id, statusIs("error"));
  script(world);
  await send({ operation: "retryDebate", ids: { id } });
  await world.finished(id);
}

async function generations(world: World, send: Send): Promise<void> {
  world.models.use(() => ({ error: { status: 401 } }));
  const { id } = await world.create(REQUEST);
  await world.until(id, statusIs("error"));
  await send({ operation: "resetDebate", ids: { id } });
}

async function decisions(world: World, send: Send): Promise<void> {
  const answer = script(world);
  world.models.use((request) =>
    kindOf(request) === "turn" && !request.model.includes("gpt") ? { error: { status: 503 } } : answer(request),
  );
  const policies = { onParticipantFailure: "ask" };
  const { id } = await world.create({ ...REQUEST, policies, maxRounds: 2 });
  await world.until(id, statusIs("awaiting_decision"));
  script(world);
  await send({ operation: "decide", ids: { id, decisionId: "d1" } });
  await world.finished(id);
}

async function questions(world: World, send: Send): Promise<void> {
  script(world, { ask: ({ model }) => (model.includes("gpt") ? ["Which city?"] : []) });
  const { id } = await world.create({ ...REQUEST, clarifications: { enabled: true, maxIterations: 1 } });
  await world.until(id, (e) => e.type === "phase.started" && e["phase"] === "awaiting_answers");
  await send({ operation: "submitAnswers", ids: { id } });
  await world.finished(id);
  const [commandId, acceptedAt] = ["5f0c2a9e-8d1b-4c7a-9a55-0e7d3b1f6c21", "2026-11-21T05:12:54.000Z"];
  const waiting = { command: "submitAnswers", status: "waiting", number: 812 } as const;
  await world.store.records.put({ tenant: "default", debateId: id }, BACKLOG, {
    id: commandId,
    ...waiting,
    acceptedAt,
  });
  await send({ operation: "getCommand", ids: { id, commandId } });
}

async function templates(send: Send): Promise<void> {
  const id = idOf(await send({ operation: "createTemplate" }));
  for (const operation of ["getTemplate", "replaceTemplate"]) await send({ operation, ids: { id } });
  await send({ operation: "listTemplates", query: "?limit=2" });
  await send({ operation: "searchTemplates", query: "?q=who+pays&limit=2" });
  await send({ operation: "deleteTemplate", ids: { id } });
}

async function presets(world: World, send: Send): Promise<void> {
  await send({ operation: "createPreset" });
  const ids = { name: "weekly-review" };
  await send({ operation: "savePreset", ids });
  for (const operation of ["getPreset", "listPresetVersions"]) await send({ operation, ids });
  await send({ operation: "comparePresetVersions", ids, query: "?from=1&to=2" });
  await send({ operation: "listPresets", query: "?limit=2" });
  await openAi(world, send);
  await send({ operation: "runAgent", ids: { preset: "weekly-review" }, accept: "text/event-stream" });
  await send({ operation: "callAgent", headers: { "a2a-version": "1.0" } });
  await send({ operation: "deletePreset", ids });
}

async function files(send: Send): Promise<void> {
  const ids = { id: idOf(await send({ operation: "createFile", query: "?name=tolls.md" })), n: "1" };
  for (const operation of ["getFile", "getFilePage"]) await send({ operation, ids });
  await send({ operation: "listFiles", query: "?limit=2" });
  await send({ operation: "deleteFile", ids });
}

async function schedules(world: World, send: Send): Promise<void> {
  script(world);
  const ids = { id: idOf(await send({ operation: "createSchedule" })) };
  for (const operation of ["pauseSchedule", "resumeSchedule", "replaceSchedule", "triggerSchedule"])
    await send({ operation, ids });
  await send({ operation: "backfillSchedule", ids });
  const hasEnded = async () => {
    const { body } = await world.request(`/v1/schedules/${ids.id}/runs`);
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual(["completed", "completed"]);
  };
  await vi.waitFor(hasEnded, { timeout: 30_000, interval: 100 });
  for (const operation of ["getSchedule", "listScheduleRuns"]) await send({ operation, ids });
  await send({ operation: "listSchedules", query: "?limit=2" });
  await send({ operation: "deleteSchedule", ids });
}

async function openAi(world: World, send: Send): Promise<void> {
  await send({ operation: "listOpenAIModels" });
  await send({ operation: "getOpenAIModel", ids: { model: "parley%2Fweekly-review" } });
  const completionId = idOf(await send({ operation: "createChatCompletion" }));
  await send({ operation: "getChatCompletion", ids: { completionId } });
  await send({ operation: "deleteChatCompletion", ids: { completionId } });
  const responseId = idOf(await send({ operation: "createResponse" }));
  await world.finished(`deb-${responseId.slice("resp_".length)}`);
  for (const operation of ["getResponse", "listInputItems", "cancelResponse", "deleteResponse"])
    await send({ operation, ids: { responseId } });
}

/** Its models do not answer before it was stopped, so every command is legal. */
async function experiments(world: World, send: Send): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  const answer = debaters(["p1", "p2"]);
  world.models.use(async (request) => {
    await stopped.promise;
    return answer(request);
  });
  const ids = { id: idOf(await send({ operation: "createExperiment" })) };
  await world.models.arrived(1);
  const reads = ["getExperiment", "getExperimentItems", "getExperimentResults"];
  for (const operation of ["pauseExperiment", "resumeExperiment", "addArms", ...reads]) await send({ operation, ids });
  await send({ operation: "stopExperiment", ids });
  stopped.resolve();
  await world.handle(ids.id).result();
  await send({ operation: "followExperiment", ids, accept: "text/event-stream" });
  await send({ operation: "listExperiments" });
  await send({ operation: "createExperiment", query: "?dryRun=true" });
}

/** Last: from the first key on nobody is answered without one. */
async function keys({ store }: World, send: Send): Promise<void> {
  const request = { scopes: ["admin" as const], name: "the admin's" };
  const { token } = await createApiKey(store.records, { tenant: "default", request, now: new Date() });
  const id = idOf(await send({ operation: "createKey", token }));
  await send({ operation: "listKeys", token });
  for (const operation of ["putQuota", "getQuota"]) await send({ operation, ids: { tenant: "acme" }, token });
  await send({ operation: "getOwnQuota", token });
  await send({ operation: "deleteQuota", ids: { tenant: "acme" }, token });
  await send({ operation: "revokeKey", ids: { id }, token });
}
