import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { Turn } from "../../../domain/shapes/schemas/turn.schema.ts";
import { InspectLog } from "../../../domain/show/export/inspect.ts";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf, type World } from "../../support/world.ts";
import { createWorld, problemOf, storeDebate } from "../world.ts";

type TurnWithPrompt = Turn & {
  prompt: { system: string; messages: { role: string; content: string[] }[]; source: string } | null;
};

const world = await useWorld();

const positioned = (changes: object) =>
  requestOf({
    participants: ["Ada", "Ben"].map((name) => ({ name, model: "openai/gpt-5.5", position: `${name} is right.` })),
    ...changes,
  });
const sequential = () => debaters(["p1", "p2"]);
const cutOff = () =>
  debaters(["p1", "p2"], { turn: (_, n) => ({ text: n === 2 ? "" : `Speech ${n}.`, usage: { input: 9, output: 9 } }) });

const DEBATES: [string, () => Parameters<World["models"]["use"]>[0], object][] = [
  ["in which all speak one after the other", sequential, positioned({ mode: "sequential" })],
  ["in which all speak at once", sequential, positioned({ mode: "simultaneous" })],
  ["in which an answer was refused", cutOff, positioned({ maxRounds: 1 })],
  [
    "of agents whose views are summarised",
    agents,
    dialecticRequest({ maxRounds: 2, contextWindow: { agentSummaryThreshold: 1, agentSummaryMaxLength: 1_000 } }),
  ],
];

test.each(DEBATES)(
  "Each turn of a debate %s shows the prompt that was sent.",
  async (_, script, body) => {
    world.models.forget();
    world.models.use(script());
    const { id } = await world.create(body);
    await world.finished(id);
    const { turns } = await world.transcript(id);
    expect(turns.length).toBeGreaterThan(1);
    const sent = world.models.journal.map((entry) => JSON.stringify(entry.messages));
    for (const turn of turns) {
      const shown = (await world.request(`/v1/debates/${id}/turns/${turn.id}`)).body as unknown as TurnWithPrompt;
      const { prompt, ...rest } = shown;
      expect(rest).toEqual(turn);
      if (!prompt) throw new Error(`the prompt of ${turn.id} was not rebuilt`);
      const { system, messages } = prompt;
      const text = JSON.stringify({ system, messages });
      expect(createHash("sha256").update(text).digest("hex")).toBe(turn.promptSha256);
      const end = JSON.stringify(messages.at(-1)?.content.at(-1)).slice(1, -1);
      expect(sent.some((request) => request.includes(end))).toBe(true);
    }
  },
  60_000,
);

interface Call {
  turn: string;
  system: string | null;
  messages: { role: string; content: string }[] | null;
  reply: string | null;
  note: string | null;
}

const callsIn = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Call);

test("The model calls of a debate are lines of JSON with the prompts that were sent; its log of Inspect AI has none.", async () => {
  world.models.forget();
  world.models.use(sequential());
  const { id } = await world.create(positioned({ maxRounds: 2 }));
  await world.finished(id);
  const response = await fetch(`${world.url}/v1/debates/${id}/transcript?as=jsonl`);
  expect([response.headers.get("content-type"), response.headers.get("content-disposition")]).toEqual([
    "application/x-ndjson",
    `attachment; filename="${id}.jsonl"`,
  ]);
  const calls = callsIn(await response.text());
  const { turns } = await world.transcript(id);
  expect(calls.map(({ turn, reply, note }) => [turn, reply, note])).toEqual(turns.map((t) => [t.id, t.text, null]));
  for (const { turn, system, messages } of calls) {
    const { body } = await world.request(`/v1/debates/${id}/turns/${turn}`);
    const { prompt } = body as unknown as TurnWithPrompt;
    expect([system, messages?.map(({ content }) => content)]).toEqual([
      prompt?.system,
      prompt?.messages.map(({ content }) => content.join("\n\n")),
    ]);
  }
  const log = await fetch(`${world.url}/v1/debates/${id}/transcript?as=inspect`);
  expect(log.headers.get("content-disposition")).toBe(`attachment; filename="${id}.eval.json"`);
  const text = await log.text();
  expect(InspectLog.parse(JSON.parse(text))).toMatchObject({
    status: "success",
    samples: [{ id, scores: { verdict: {} } }],
  });
  expect(text).not.toContain(JSON.stringify(calls[0]?.system).slice(1, -1));
}, 60_000);

test("A line whose prompt is not the one that was sent has none, and says so.", async () => {
  world.models.use(sequential());
  const { id } = await world.create(positioned({ maxRounds: 1 }));
  await world.finished(id);
  const copy = `${id.slice(0, -6)}JSNKCP`;
  const { text } = await world.request(`/v1/debates/${id}/transcript?as=json`);
  const whole = JSON.parse(
    text.replaceAll(id, copy).replaceAll(/"promptSha256":"[0-9a-f]{64}"/g, `"promptSha256":"${"0".repeat(64)}"`),
  );
  expect((await world.post("/v1/debates/import", whole)).status).toBe(201);
  const response = await fetch(`${world.url}/v1/debates/${copy}/transcript?as=jsonl`);
  const calls = callsIn(await response.text());
  expect(calls).toHaveLength(2);
  for (const call of calls)
    expect(call).toMatchObject({ system: null, messages: null, note: expect.stringContaining("cannot be rebuilt") });
}, 60_000);

test("A line of a turn that was replied in JSON has its prompt, and the reply put together again.", async () => {
  world.models.use(cast(() => ({ readyForSynthesis: true })));
  const { id } = await world.create(skepticRequest({ maxRounds: 1 }));
  await world.finished(id);
  const response = await fetch(`${world.url}/v1/debates/${id}/transcript?as=jsonl`);
  const [proposal, critique] = callsIn(await response.text());
  expect(proposal).toMatchObject({ reply: "Proposal 1.", note: null });
  expect(critique).toMatchObject({
    system: expect.any(String),
    reply: expect.stringContaining("readyForSynthesis"),
    note: expect.stringContaining("JSON"),
  });
}, 60_000);

test("Turns that are not there and ids that are none are 404.", async () => {
  await using api = await createWorld();
  const { id } = await storeDebate(api.store);
  for (const turn of ["g1-r1-t1", "nothing", "%00"]) {
    const response = await api.get(`/v1/debates/${id}/turns/${turn}`);
    expect([response.status, (await problemOf(response)).type]).toEqual([404, "/problems/not-found"]);
  }
});
