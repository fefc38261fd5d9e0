import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { createStore } from "../../../store/index.ts";
import { makeKey } from "../../api/access/keys.ts";
import { kindOf } from "../../support/models/replies.ts";
import {
  type ModelReplyScript,
  type ModelRequest,
  type ModelServer,
  startModelServer,
} from "../../support/models/server.ts";
import { startEngine } from "../../support/servers/dynamodb.ts";
import { apiIn, spawnParley } from "../../support/servers/parley.ts";
import { debaters } from "../../support/world.ts";

/** Each stands in one place where a user, a model or an operator writes something that is nobody else's business. */
const PLANTED = {
  openaiKey: "sk-planted-openai-4711",
  anthropicKey: "sk-planted-anthropic-4712",
  ownSecret: "planted-own-secret-4713",
  topic: "planted-topic-4714",
  context: "planted-context-4715",
  turn: "planted-turn-4716",
  question: "planted-question-4717",
  answer: "planted-answer-4718",
  remark: "planted-remark-4719",
  webhook: "planted-webhook-secret-4720",
  wrongKey: "prl_000000000000_planted4721",
  badBody: "planted-bad-body-4722",
  path: "planted-path-4723",
  query: "planted-query-4724",
  providerError: "planted-provider-error-4725",
  unreadable: "planted-unreadable-4726",
  position: "planted-position-4727",
  reason: "planted-reason-4728",
  header: "planted-header-4729",
};

let models: ModelServer;
let child: ChildProcess;
let url = "";
let token = "";
let keyId = "";
let output = "";
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  const engine = stack.adopt(await startEngine("dynalite"), (it) => it.stop());
  models = stack.adopt(await startModelServer(), (it) => it.stop());
  const dataDir = stack.adopt(await mkdtemp(join(tmpdir(), "parley-logs-")), (it) => rm(it, { recursive: true }));
  const table = { endpoint: engine.endpoint, region: "us-east-1", table: "parley", credentials: engine.credentials };
  const store = stack.adopt(createStore(table), (it) => it.close());
  await store.ensureTable();
  const made = await makeKey(store, { tenant: "acme" });
  [token, keyId] = [made.token, made.key.id];
  child = stack.adopt(launch({ dataDir, dynamodb: engine.endpoint }), (it) => void it.kill("SIGKILL"));
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk));
  url = await vi.waitFor(() => apiIn(output) ?? Promise.reject(new Error(output)), 50_000);
});
afterAll(() => stack.disposeAsync());

/** A real server at the default level, on the tests' Temporal. */
function launch({ dataDir, dynamodb }: { dataDir: string; dynamodb: string }): ChildProcess {
  const env = {
    PARLEY_EMBEDDED: "off",
    PARLEY_SECRET: PLANTED.ownSecret,
    TEMPORAL_ADDRESS: inject("temporalAddress"),
    DYNAMODB_ENDPOINT: dynamodb,
    OPENAI_API_KEY: PLANTED.openaiKey,
    OPENAI_BASE_URL: `${models.url}/v1`,
    ANTHROPIC_API_KEY: PLANTED.anthropicKey,
    ANTHROPIC_BASE_URL: models.url,
  };
  return spawnParley({ dataDir, env });
}

async function send(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const init =
    body === undefined ? {} : { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) };
  const own = { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers };
  const response = await fetch(`${url}${path}`, { ...init, headers: own });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Fails once with a secret in its error, then speaks; the judge's first words are not the JSON that was asked for. */
function script() {
  let [turns, assessments] = [0, 0];
  const turn = (): ModelReplyScript =>
    turns++ === 0
      ? { error: { status: 500, body: { error: { message: `${PLANTED.providerError} ${PLANTED.openaiKey}` } } } }
      : { text: PLANTED.turn };
  const usual = debaters(["p1", "p2"], { turn, ask: () => [`Which ${PLANTED.question}?`] });
  return (asked: ModelRequest): ModelReplyScript =>
    kindOf(asked) === "assessment" && assessments++ === 0 ? { text: PLANTED.unreadable } : usual(asked);
}

const request = {
  topic: PLANTED.topic,
  context: PLANTED.context,
  format: "structured-rounds",
  maxRounds: 2,
  clarifications: { enabled: true, maxIterations: 1 },
  participants: ["Ada", "Ben"].map((name, i) => ({
    name,
    model: i === 0 ? "openai/gpt-5.5" : "anthropic/claude-sonnet-5",
    position: PLANTED.position,
  })),
  judge: { model: "openai/gpt-5.5" },
};

const lines = (message: string) =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line.msg === message);

test("What a server logs of a debate, a failing provider and bad requests holds no content, no key and no secret.", async () => {
  models.use(script());
  const created = await send("/v1/debates", request, { "x-request-id": "req-create" });
  const id = created.body.id as string;
  expect(created.status).toBe(201);
  await expect.poll(async () => (await send(`/v1/debates/${id}`)).body.pending, { timeout: 50_000 }).not.toBeNull();
  const answers = [{ questionId: "q1", answer: PLANTED.answer }];
  expect((await send(`/v1/debates/${id}/answers`, { answers })).status).toBe(200);
  await send(`/v1/debates/${id}/interjections`, { text: PLANTED.remark });

  const webhook = { url: "https://hook.example", secret: PLANTED.webhook };
  await send("/v1/debates", { ...request, webhook, [PLANTED.badBody]: 1 });
  expect((await send("/v1/debates", `{"topic": ${PLANTED.badBody}`)).status).toBe(400);
  expect((await send(`/v1/${PLANTED.path}?q=${PLANTED.query}`)).status).toBe(404);
  expect((await send(`/v1/debates/${PLANTED.path}`)).status).toBe(404);
  expect((await send(`/v1/debates?cursor=${PLANTED.query}`)).status).toBe(400);
  expect((await send("/v1/models", undefined, { authorization: `Bearer ${PLANTED.wrongKey}` })).status).toBe(401);
  await send("/v1/models", undefined, { "x-api-key": PLANTED.header, cookie: PLANTED.header });

  await expect
    .poll(async () => (await send(`/v1/debates/${id}`)).body.status, { timeout: 30_000, interval: 200 })
    .toBe("completed");
  const whole = JSON.stringify((await send(`/v1/debates/${id}/transcript`)).body);
  for (const text of ["topic", "context", "position", "question", "answer", "turn"] as const)
    expect(whole, "it was really there").toContain(PLANTED[text]);
  const abandoned = await send("/v1/debates", { ...request, start: false });
  await send(`/v1/debates/${abandoned.body.id as string}/stop`, { mode: "abandon", reason: PLANTED.reason });
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);

  const leaked = Object.entries({ ...PLANTED, token: token.slice(-20) }).filter(([, text]) => output.includes(text));
  expect(leaked).toEqual([]);
  expect(output).not.toMatch(/\n\s+at .*:\d+:\d+/);

  const known = { requestId: "req-create", tenant: "acme", keyId, debateId: id };
  expect(lines("request")).toContainEqual(
    expect.objectContaining({ ...known, route: "/v1/debates", method: "POST", status: 201, ms: expect.any(Number) }),
  );
  const rows = lines("activity").filter((line) => line.debateId === id);
  const about = { debateId: id, tenant: "acme", ms: expect.any(Number) };
  for (const [activity, attempt, outcome] of [
    ["takeTurn", 1, "api_error"],
    ["takeTurn", 2, "ok"],
    ["assessRound", 1, "invalid_response"],
    ["collectQuestions", 1, "ok"],
    ["storeAnswers", 1, "ok"],
  ])
    expect(rows).toContainEqual(expect.objectContaining({ ...about, activity, attempt, outcome }));
});
