import { describe, expect, it } from "vitest";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { patchOf } from "../support/debates/drafts.ts";
import { kindOf } from "../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, type FlatEvent, requestOf } from "../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const LIVE = { validate: { live: true } };
const BAD_KEY: ModelReplyScript = {
  error: {
    status: 401,
    body: { type: "error", error: { type: "authentication_error", message: "invalid x-api-key" } },
  },
};
const message = "The model `gpt-5.55` does not exist or you do not have access to it.";
const NO_MODEL: ModelReplyScript = { error: { status: 404, body: { error: { message, code: "model_not_found" } } } };

const rejected = (e: FlatEvent) => e.type === "debate.status" && e["by"] === "rejected";
const checks = () => world.models.journal.filter((entry) => kindOf(entry) === "check");
const openai = (name: string, model: string) => ({ name, model: `openai/${model}`, position: `${name} is right.` });

/** A script in which some models answer a check in their own way. */
function answering(byModel: Record<string, ModelReplyScript>) {
  const script = debaters(P);
  return (request: ModelRequest) => (kindOf(request) === "check" && byModel[request.model]) || script(request);
}

/** A request that names six models in nine places. */
const everywhere = (changes: object = {}) =>
  requestOf({
    maxRounds: 1,
    participants: [
      { ...openai("Off", "none"), enabled: false },
      ...["Ada", "Ben"].map((name) => openai(name, "gpt-5.5")),
    ],
    judge: { model: "anthropic/claude-opus-5", bothOrders: false, panel: ["openai/gpt-5.4", "openai/gpt-5.5"] },
    policies: { onJudgeFailure: "fallback", fallbackJudges: ["openai/gpt-5.2", "anthropic/claude-opus-5"] },
    contextWindow: { summarizerModel: "openai/gpt-5.1" },
    ...LIVE,
    ...changes,
  });

describe("a debate whose models are asked first", () => {
  it("asks each model once, with a few tokens, and counts none of it in its costs", async () => {
    world.models.use(debaters(P));
    const created = await world.create(everywhere());
    expect(created).toMatchObject({ status: "validating", allowed: ["stop"] });
    const log = await world.finished(created.id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    expect(
      checks()
        .map(({ model }) => model)
        .toSorted(),
    ).toEqual(["claude-opus-5", "gpt-5.1", "gpt-5.2", "gpt-5.4", "gpt-5.5"]);
    for (const { body } of checks()) expect(body["max_output_tokens"] ?? body["max_tokens"]).toBe(16);
    const { usage, warnings } = await world.debate(created.id);
    expect(usage.calls).toBe(world.models.journal.length - checks().length);
    expect(warnings.map(({ code }) => code)).not.toContain("model-not-checked");
  });

  it("is rejected by name of the key's variable and of the wrong model, at every place that names it", async () => {
    world.models.use(answering({ "claude-opus-5": BAD_KEY, "gpt-5.55": NO_MODEL }));
    const participants = [
      { ...openai("Off", "none"), enabled: false },
      openai("Ada", "gpt-5.55"),
      openai("Ben", "gpt-5.5"),
    ];
    const created = await world.request("/v1/debates", {
      method: "POST",
      // The answer does not wait for an end that cannot come.
      headers: { "content-type": "application/json", prefer: "wait=60" },
      body: JSON.stringify(everywhere({ participants })),
    });
    const debate = created.body as Debate;
    expect(debate).toMatchObject({ status: "configuring", startedAt: null, round: 0 });
    const byPlace = Object.fromEntries(debate.problems.map(({ pointer, detail }) => [pointer, detail]));
    expect(Object.keys(byPlace).toSorted()).toEqual([
      "/judge/model",
      "/participants/1/model",
      "/policies/fallbackJudges/1",
    ]);
    expect(byPlace["/judge/model"]).toContain("does not accept the key (status 401). Set ANTHROPIC_API_KEY to a key");
    expect(byPlace["/participants/1/model"]).toContain(message);
    expect(byPlace["/participants/1/model"]).toMatch(/Known models with a name like it: openai\/gpt-5\.5\b/);
    expect(world.models.journal).toEqual(checks());
  });

  it("starts by itself once its owner has corrected it and it is validated again", async () => {
    world.models.use(answering({ "gpt-5.55": NO_MODEL }));
    const speakers = (model: string) => ({ participants: [openai("Ada", model), openai("Ben", "gpt-5.5")] });
    const { id } = await world.create(requestOf({ maxRounds: 1, ...speakers("gpt-5.55"), ...LIVE }));
    await world.until(id, rejected);
    expect((await patchOf(world, id, speakers("gpt-5.4"))).body.problems).toEqual([]);
    const before = checks().length;
    const validated = await world.post(`/v1/debates/${id}/validate`);
    expect(validated.status).toBe(200);
    expect(validated.body.status).not.toBe("configuring");
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    expect(checks().length - before).toBe(2);
  });

  it("starts with a warning for each model that cannot be asked just now", async () => {
    const error = (status: number): ModelReplyScript => ({ error: { status } });
    const silent = { hang: true };
    world.models.use(answering({ "claude-opus-5": error(429), "gpt-5.4": error(503), "gpt-5.1": silent }));
    const { id } = await world.create(everywhere({ limits: { turnTimeoutSeconds: 3 } }));
    const log = await world.finished(id);
    expect(log.at(-1)?.type).toBe("debate.completed");
    // Nothing was asked twice.
    expect(checks()).toHaveLength(5);
    const { warnings, problems } = await world.debate(id);
    expect(problems).toEqual([]);
    const told = warnings.filter(({ code }) => code === "model-not-checked").map(({ detail }) => detail);
    expect(told.flatMap((detail) => /\((.*?)\)/.exec(detail)?.[1] ?? []).toSorted()).toEqual([
      "anthropic/claude-opus-5",
      "openai/gpt-5.1",
      "openai/gpt-5.4",
    ]);
    expect(told.every((detail) => detail.endsWith(", so it was not checked"))).toBe(true);
    const passed = log.find((e) => e.type === "debate.status" && e["by"] === "passed");
    expect(passed?.["warnings"]).toHaveLength(3);
  });

  it("warns of one model that cannot be asked as it does of several", async () => {
    world.models.use(answering({ "claude-opus-5": { error: { status: 503 } } }));
    const { id } = await world.create(everywhere());
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    const told = (await world.debate(id)).warnings.filter(({ code }) => code === "model-not-checked");
    expect(told).toMatchObject([{ detail: expect.stringContaining("anthropic/claude-opus-5") }]);
  });

  it("starts when a model answers in a way that a debate could not use", async () => {
    const body = { error: { message: "max_tokens or model output limit was reached." } };
    world.models.use(
      answering({
        "gpt-5.5": { text: "", finish: "length" },
        "claude-sonnet-5": { error: { status: 400, body } },
      }),
    );
    const { id } = await world.create(requestOf({ maxRounds: 1, ...LIVE }));
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.completed");
    expect(checks()).toHaveLength(2);
    expect((await world.debate(id)).warnings.map(({ code }) => code)).not.toContain("model-not-checked");
  });

  it("asks nobody while the rest of it is not valid", async () => {
    world.models.use(debaters(P));
    const { id } = await world.create({ ...requestOf(LIVE), topic: " ", start: false });
    const { body } = await world.post(`/v1/debates/${id}/validate`, { live: true });
    expect(body).toMatchObject({ status: "configuring", problems: [{ pointer: "/topic" }] });
    expect(checks()).toEqual([]);
  });

  it("can be stopped while a model is silent", async () => {
    world.models.use(answering({ "gpt-5.5": { hang: true } }));
    const { id } = await world.create(requestOf(LIVE));
    await world.models.arrived(2);
    expect((await world.post(`/v1/debates/${id}/stop`)).body).toMatchObject({ status: "cancelled" });
    expect((await world.finished(id)).at(-1)?.type).toBe("debate.cancelled");
  });
});

describe("the command validate", () => {
  it("asks the models with live, and without it only where the request says so", async () => {
    world.models.use(answering({ "gpt-5.5": NO_MODEL }));
    const { id } = await world.create({ ...requestOf(), start: false });
    const live = await world.post(`/v1/debates/${id}/validate`, { live: true });
    expect(live.body.status).toBe("configuring");
    expect(live.body.problems.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      "/participants/0/model",
      "/judge/model",
    ]);
    expect(checks()).toHaveLength(2);
    const plain = await world.post(`/v1/debates/${id}/validate`);
    expect(plain.body).toMatchObject({ status: "ready", problems: [] });
    await patchOf(world, id, LIVE);
    expect((await world.post(`/v1/debates/${id}/validate`, { live: false })).body.status).toBe("ready");
    expect(checks()).toHaveLength(2);
    const refused = await world.post(`/v1/debates/${id}/validate`, { live: "yes" });
    expect(refused.body.errors).toMatchObject([{ pointer: "/live" }]);
  });
});
