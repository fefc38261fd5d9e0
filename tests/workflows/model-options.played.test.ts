/** Options of a model: they have one place in a request, also where they came beside it, and reach the model's provider. */
import { beforeEach, describe, expect, it, test } from "vitest";
import type { Rejudgement } from "../../domain/around/rejudgement/rejudgement.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { patchOf } from "../support/debates/drafts.ts";
import { longTurns, outputOf, windowed } from "../support/debates/long-debate.ts";
import { kindOf } from "../support/models/replies.ts";
import type { ModelRequest } from "../support/models/server.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const world = await useWorld();
const P = ["p1", "p2"];
beforeEach(() => {
  world.models.forget();
  world.models.use(debaters(P));
});

const PRICE = { input: 1, output: 10 };
const BRIEF = { maxRounds: 1, judging: "final-only" };
const movedIn = ({ warnings }: Pick<Debate, "warnings">) =>
  warnings.flatMap(({ code, pointer }) => (code === "option-moved" ? [pointer] : []));
const requestAt = async (id: string) => (await world.request(`/v1/debates/${id}/request`)).body;
/** Model, temperature and longest reply of each call of a kind. */
const asked = (kind: string) =>
  world.models.journal
    .filter((request) => kindOf(request) === kind)
    .map((request: ModelRequest) => [request.model, request.body["temperature"], outputOf(request)]);

describe("options beside a model", () => {
  it("are taken, shown in their one place, and told with its pointer", async () => {
    const { participants } = requestOf() as { participants: object[] };
    const speakers = participants.map((p, i) => (i === 0 ? { ...p, temperature: 0.4, maxOutputTokens: 700 } : p));
    const judge = { model: "openai/judge", bothOrders: false, temperature: 0.1, maxOutputTokens: 900 };
    const debate = await world.create(requestOf({ ...BRIEF, participants: speakers, judge }));
    expect(movedIn(debate)).toEqual([
      "/participants/0/model/temperature",
      "/participants/0/model/maxOutputTokens",
      "/judge/model/temperature",
      "/judge/model/maxOutputTokens",
    ]);
    await world.finished(debate.id);
    expect(asked("turn")[0]).toEqual(["gpt-5.5", 0.4, 700]);
    expect(asked("verdict")).toEqual([["judge", 0.1, 900]]);
    expect(await requestAt(debate.id)).toMatchObject({
      participants: [{ model: { model: "openai/gpt-5.5", temperature: 0.4, maxOutputTokens: 700 } }, {}],
      judge: { model: { model: "openai/judge", temperature: 0.1, maxOutputTokens: 900 }, bothOrders: false },
    });
    const { body: estimate } = await world.post("/v1/estimates", requestOf({ ...BRIEF, judge }));
    expect(movedIn(estimate)).toEqual(["/judge/model/temperature", "/judge/model/maxOutputTokens"]);
  });

  it("that differ from those inside are refused at both ends: in a request and in a change", async () => {
    const judge = { model: { model: "openai/judge", temperature: 0.9 }, temperature: 0.1 };
    const refused = await world.post("/v1/debates", requestOf({ judge }));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [
        {
          pointer: "/judge/temperature",
          detail: "differs from /judge/model/temperature, where it belongs: give it there alone",
        },
      ],
    ]);
    const draft = await world.create(requestOf({ start: false }));
    const change = await patchOf(world, draft.id, { judge });
    expect([change.status, change.body.errors]).toMatchObject([422, [{ pointer: "/judge/temperature" }]]);
  });

  it("may change a draft, where an option inside changes nothing else either", async () => {
    const { id } = await world.create(requestOf({ start: false }));
    const beside = await patchOf(world, id, { judge: { temperature: 0.4 } });
    expect([beside.status, movedIn(beside.body)]).toEqual([200, ["/judge/model/temperature"]]);
    const inside = await patchOf(world, id, { judge: { model: { topP: 0.5 } } });
    expect([inside.status, movedIn(inside.body)]).toEqual([200, []]);
    const model = { model: "openai/gpt-5.5", temperature: 0.4, topP: 0.5 };
    expect(await requestAt(id)).toMatchObject({ judge: { model, bothOrders: false } });
  });

  it("of what is saved are saved inside: presets and experiments", async () => {
    const judge = { model: "openai/judge", temperature: 0.4 };
    const saved = { judge: { model: { model: "openai/judge", temperature: 0.4 } } };
    const { topic: _topic, ...base } = requestOf({ ...BRIEF, judge }) as { topic: string };
    const preset = await world.post("/v1/presets", { name: "mild", request: base });
    expect([preset.status, preset.body.request]).toMatchObject([201, saved]);
    const fromPreset = await world.create({ preset: "mild", topic: "Tea?", judge: { topP: 0.9 }, start: false });
    expect(movedIn(fromPreset)).toEqual(["/judge/model/topP"]);
    expect(await requestAt(fromPreset.id)).toMatchObject({ judge: { model: { ...saved.judge.model, topP: 0.9 } } });
    const arms = [
      { name: "as it is", patch: {} },
      { name: "bold", patch: { judge: { model: { temperature: 1 } } } },
      { name: "bolder", patch: { judge: { temperature: 2 } } },
    ];
    const experiment = { name: "mild", base, items: [{ question: "Tea?" }], arms };
    const { status, body } = await world.post("/v1/experiments?dryRun=true", experiment);
    const places = ["/base/judge/model/temperature", "/arms/2/patch/judge/model/temperature"];
    expect([status, body.warnings.slice(0, 2)]).toEqual([200, places.map((at) => expect.stringContaining(at))]);
  });

  it("may come with another judge, and with the changes of a fork", async () => {
    const { id } = await world.create(requestOf(BRIEF));
    await world.finished(id);
    world.models.forget();
    const judge = { model: "openai/second", temperature: 0.6, bothOrders: false };
    const { status, body } = await world.post(`/v1/debates/${id}/rejudge`, { judge });
    expect([status, movedIn(body)]).toEqual([202, ["/judge/model/temperature"]]);
    const rulings = async () => (await world.transcript(id)).rejudgements as Rejudgement[];
    await expect.poll(async () => (await rulings())[0]?.status).toBe("completed");
    expect((await rulings())[0]?.judge).toMatchObject({ model: "openai/second", temperature: 0.6 });
    expect(asked("verdict")).toEqual([["second", 0.6, expect.any(Number)]]);
    const changes = { judge: { temperature: 0.7 } };
    const fork = await world.post(`/v1/debates/${id}/fork`, { afterRound: 1, changes });
    expect(movedIn(fork.body)).toEqual(["/changes/judge/model/temperature"]);
    await world.finished(fork.body.id);
    expect(asked("verdict").at(-1)).toEqual(["gpt-5.5", 0.7, expect.any(Number)]);
  });
});

describe("models that take a judge's place", () => {
  it("have options of their own on a panel, and the judge's where they have none", async () => {
    const panel = ["openai/first", { model: "openai/second", temperature: 0.9, maxOutputTokens: 600 }];
    const judge = {
      model: { model: "openai/judge", temperature: 0.3, maxOutputTokens: 800 },
      panel,
      bothOrders: false,
    };
    const { id } = await world.create(requestOf({ ...BRIEF, judge }));
    await world.finished(id);
    const calls = asked("verdict");
    expect(calls).toHaveLength(2);
    expect(calls).toContainEqual(["first", 0.3, 800]);
    expect(calls).toContainEqual(["second", 0.9, 600]);
    expect((await world.debate(id)).judge?.panel).toEqual(["openai/first", "openai/second"]);
  });

  it("keep a length of their own, and have a price, where a limit makes all replies shorter", async () => {
    const priced = (model: string, more: object = {}) => ({ model, priceUsdPerMTok: PRICE, ...more });
    const { participants } = requestOf() as { participants: object[] };
    const speakers = participants.map((p) => ({ ...p, model: priced("openai/speaker") }));
    const panel = [priced("openai/first"), priced("openai/second", { maxOutputTokens: 7_000 })];
    const judge = { model: priced("openai/judge"), panel, bothOrders: false };
    const limits = { maxCostUsd: 0.2 };
    const { id } = await world.create(requestOf({ judging: "final-only", participants: speakers, judge, limits }));
    await world.finished(id);
    expect(asked("verdict")).toContainEqual(["second", 0.2, 7_000]);
    const other = asked("verdict").find(([model]) => model === "first");
    expect(Number(other?.[2])).toBeLessThan(7_000);
    const { cost } = await world.debate(id);
    expect(cost.byModel["openai/second"]).toBeGreaterThan(0);
  });

  it("bring their options as fallback judges, and an import takes the log back", async () => {
    const script = debaters(P);
    const isLost = (r: ModelRequest) => kindOf(r) === "verdict" && r.model === "judge";
    world.models.use((r) => (isLost(r) ? { error: { status: 503 } } : script(r)));
    const spare = { model: "openai/spare", temperature: 0.8, maxOutputTokens: 650 };
    const policies = { onJudgeFailure: "fallback", fallbackJudges: [spare] };
    const judge = { model: { model: "openai/judge", topP: 0.5 }, bothOrders: false };
    const { id } = await world.create(requestOf({ ...BRIEF, judge, policies }));
    const log = await world.finished(id);
    expect(log.filter((e) => e.type === "judge.replaced")).toMatchObject([
      { model: { provider: "openai", model: "spare", temperature: 0.8, maxOutputTokens: 650 } },
    ]);
    expect(asked("verdict").at(-1)).toEqual(["spare", 0.8, 650]);
    const transcript = await world.transcript(id);
    await world.request(`/v1/debates/${id}`, { method: "DELETE" });
    expect((await world.post("/v1/debates/import", transcript)).status).toBe(201);
  });

  it("bring their options as voters of an audience", async () => {
    const { participants } = requestOf() as { participants: object[] };
    const sided = participants.map((p, i) => ({ ...p, side: ["for", "against"][i] }));
    const audience = { voters: 2, models: [{ model: "openai/voter", temperature: 0.75 }, "openai/other"] };
    const { id } = await world.create(requestOf({ format: "oxford", participants: sided, audience }));
    await world.finished(id);
    const voted = Object.fromEntries(asked("audience").map(([model, temperature]) => [String(model), temperature]));
    expect(voted).toEqual({ voter: 0.75, other: 0.2 });
  });
});

test("A summarizer has options of its own.", async () => {
  world.models.use(debaters([...P, "p3", "p4"], longTurns(250)));
  const contextWindow = { summarizerModel: { model: "openai/scribe", temperature: 0.05, maxOutputTokens: 2_000 } };
  const long = { maxRounds: 7, judging: "final-only", mode: "sequential", contextWindow };
  const { id } = await world.create(windowed(8_000, long, 4));
  await world.finished(id);
  expect(asked("condensing").length).toBeGreaterThan(0);
  for (const call of asked("condensing")) expect(call).toEqual(["scribe", 0.05, 2_000]);
});
