/** Another judge over a debate that is over, on a whole Parley. */
import { describe, expect, it } from "vitest";
import { createClient } from "../../api/client/index.ts";
import type { Rejudgement } from "../../domain/around/rejudgement/rejudgement.ts";
import { REJUDGE_BALLOTS, REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { createCli } from "../../infra/cli/base/cli.ts";
import { runCli } from "../../infra/cli/program.command.ts";
import { agents, dialecticRequest } from "../support/agents.ts";
import { eventually } from "../support/eventually.ts";
import { inChoices, inLabels, kindOf, verdictIn, verdictJson } from "../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

/** A panel that is chosen by its size has models of all of them. */
const world = await useWorld({ served: ["openai", "anthropic", "google", "mistral"] });

const P = ["p1", "p2"];
const isVerdict = (r: ModelRequest) => kindOf(r) === "verdict";
const verdictsAsked = () => world.models.journal.filter(isVerdict);
/** Judges of this name rule for the first participant, others for the last. */
const FIRST = ["judge-first", "judge-a", "judge-b"];

function ruling(r: ModelRequest): ModelReplyScript {
  const verdict = verdictJson(P, FIRST.includes(r.model) ? "p1" : "p2");
  return { json: inChoices(r, JSON.parse(inLabels(r, verdict))), usage: { input: 500, output: 200 } };
}

/** The usual debate, with what `reply` says of a request before it. */
function script(reply: (r: ModelRequest) => ModelReplyScript | null = () => null) {
  const usual = debaters(P);
  world.models.use((r) => reply(r) ?? (isVerdict(r) ? ruling(r) : usual(r)));
}

async function finished(changes: object = {}): Promise<Debate> {
  const { id } = await world.create(requestOf({ maxRounds: 1, ...changes }));
  await world.finished(id);
  await eventually(async () => (await world.debate(id)).status).toBe("completed");
  return world.debate(id);
}

/** What the schema that came along asks for by criterion. */
const propertiesOf = ({ schema }: ModelRequest) =>
  (schema as { properties: { criteria: { properties: object } } }).properties.criteria.properties;

const rejudge = (id: string, judge: object) => world.post(`/v1/debates/${id}/rejudge`, { judge });

async function ruled(id: string, rejudgementId: string): Promise<Rejudgement> {
  const brief = async () => (await world.debate(id)).rejudgements?.find((r) => r.id === rejudgementId);
  await eventually(async () => (await brief())?.status).toMatch(/completed|failed/);
  const { rejudgements = [] } = await world.transcript(id);
  return rejudgements.find((r) => r.id === rejudgementId) as Rejudgement;
}

describe("another judge", () => {
  it("rules otherwise, and both rulings stand side by side; nothing is debated again and no event is added", async () => {
    script();
    const debate = await finished();
    const before = { journal: world.models.journal.length, log: await world.finished(debate.id) };
    const { status, body, headers } = await rejudge(debate.id, { model: "openai/judge-first" });
    expect([status, body.id, body.status]).toEqual([202, "j1", "running"]);
    expect(headers.get("location")).toBe(`${world.url}/v1/debates/${debate.id}`);
    const { result, ...rest } = await ruled(debate.id, "j1");
    expect(rest).toMatchObject({ status: "completed", error: null, judge: { model: "openai/judge-first" } });
    expect([verdictIn(debate.result)?.winner?.participant, verdictIn(result)?.winner?.participant]).toEqual([
      "p2",
      "p1",
    ]);
    expect(result?.ballots.map((b) => [b.judge, b.order, b.winner])).toEqual([
      ["openai/judge-first", "given", "p1"],
      ["openai/judge-first", "reversed", "p1"],
    ]);

    const asked = world.models.journal.slice(before.journal);
    expect(asked.map((r) => [kindOf(r), r.model])).toEqual(asked.map(() => ["verdict", "judge-first"]));
    expect(asked).toHaveLength(2);
    // It hears what was said, and not what the judge of then found.
    const shown = asked.map((r) => r.messages.map((m) => m.content).join("\n"));
    for (const text of shown) expect(text).toContain("Speech 2.");
    for (const text of shown) expect(text).not.toContain("Both made their case in this round.");
    expect(await world.finished(debate.id)).toEqual(before.log);

    const after = await world.debate(debate.id);
    expect(after.result).toEqual(debate.result);
    expect([after.version, after.usage, after.cost]).toEqual([debate.version, debate.usage, debate.cost]);
    expect(after.rejudgements).toMatchObject([{ id: "j1", status: "completed", winner: "p1", contested: false }]);
    const { text } = await world.request(`/v1/debates/${debate.id}/transcript?as=md`);
    expect(text).toContain("Verdicts side by side");
    expect(text).toMatch(/\| j1 \| openai\/judge-first \| Ada \|/);
    expect((await world.request(`/v1/debates/${debate.id}/transcript?as=html`)).text).toContain("Rejudgement j1");
  });

  it("changes the debate's ETag, costs apart from the debate, and is refused a second call under its key", async () => {
    script();
    const { id } = await finished();
    const costs = async () => (await world.request(`/v1/debates/${id}/costs`)).body;
    const [etag, spent] = [(await world.request(`/v1/debates/${id}`)).headers.get("etag"), await costs()];
    const post = () =>
      world.request(`/v1/debates/${id}/rejudge`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": `again-${id}` },
        body: JSON.stringify({ judge: { model: "openai/judge-first", bothOrders: false } }),
      });
    const answers = [await post(), await post()];
    expect(answers.map((a) => [a.status, a.body.id])).toEqual([
      [202, "j1"],
      [202, "j1"],
    ]);
    const { usage, costUsd } = await ruled(id, "j1");
    expect(usage).toMatchObject({ calls: 1, inputTokens: 500, outputTokens: 200 });
    const { rejudgements, ...rest } = await costs();
    expect(rest).toEqual(spent);
    expect(rejudgements).toEqual([{ id: "j1", model: "openai/judge-first", usage, costUsd }]);
    const again = await world.request(`/v1/debates/${id}`, { headers: { "if-none-match": etag ?? "" } });
    expect(again.status).toBe(200);
    expect((await world.debate(id)).rejudgements).toHaveLength(1);
  });

  it("is asked again as faults of its kind are, and what failed for good says so on the rejudgement alone", async () => {
    let calls = 0;
    script((r) => (r.model === "judge-first" && ++calls === 1 ? { error: { status: 503 } } : null));
    const { id } = await finished();
    await rejudge(id, { model: "openai/judge-first", bothOrders: false });
    expect((await ruled(id, "j1")).usage.calls).toBe(2);
    script((r) => (r.model === "judge-lost" ? { error: { status: 401 } } : null));
    await rejudge(id, { model: "openai/judge-lost" });
    const lost = await ruled(id, "j2");
    expect(lost).toMatchObject({ status: "failed", result: null, error: { kind: "authentication" } });
    expect(lost.error?.message).not.toBe("");
    expect(lost.error?.suggestion).toContain("OPENAI_API_KEY");
    const debate = await world.debate(id);
    expect([debate.status, debate.error]).toEqual(["completed", null]);
    expect(debate.rejudgements?.map((r) => [r.id, r.status])).toEqual([
      ["j1", "completed"],
      ["j2", "failed"],
    ]);
  });

  it("rules by its own criteria and its owner's words", async () => {
    script();
    const { id } = await finished();
    const criteria = [{ name: "Brevity", weight: 1 }];
    world.models.use((r) => {
      const verdict = JSON.parse(verdictJson(P));
      const keyed = Object.keys(propertiesOf(r));
      verdict.criteria = Object.fromEntries(keyed.map((key) => [key, "short"]));
      verdict.criterionScores = Object.fromEntries(
        P.map((p, i) => [p, Object.fromEntries(keyed.map((k) => [k, 5 + i]))]),
      );
      return { json: inChoices(r, JSON.parse(inLabels(r, JSON.stringify(verdict)))) };
    });
    await rejudge(id, { model: "openai/judge", criteria, systemPrompt: "You are a strict umpire.", bothOrders: false });
    const { result, judge } = await ruled(id, "j1");
    expect(judge).toMatchObject({ criteria, promptSource: "custom" });
    expect(result?.verdict.scores).toEqual({ p1: 50, p2: 60 });
    expect(result?.verdict.criteria).toEqual({ Brevity: "short" });
    expect(verdictsAsked().at(-1)?.system).toContain("You are a strict umpire.");
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain("| Brevity |");
  });
});

describe("a panel", () => {
  it("outvotes one of its members, and does without one that can not be asked", async () => {
    script((r) => (r.model === "judge-down" ? { error: { status: 401 } } : null));
    const { id } = await finished();
    const panel = ["openai/judge-a", "anthropic/judge-b", "openai/judge-c", "openai/judge-down"];
    await rejudge(id, { model: "openai/judge", panel });
    const { result } = await ruled(id, "j1");
    expect(result).toMatchObject({ contested: false, verdict: { winner: { participant: "p1" } } });
    expect(result?.ballots.filter((b) => b.valid)).toHaveLength(6);
    expect(result?.ballots.filter((b) => !b.valid).map((b) => b.judge)).toEqual(Array(2).fill("openai/judge-down"));
    expect(result?.degraded).toHaveLength(2);
    expect(result?.dissent.join()).toContain("openai/judge-c");
  });
});

describe("a panel of a size", () => {
  it("is chosen beside the debaters' families, and the response says who votes", async () => {
    script();
    const debate = await finished();
    const { status, body } = await rejudge(debate.id, { model: "usual/judge-1", panel: 2 });
    const { judge, warnings } = body as Rejudgement;
    expect(status).toBe(202);
    expect(judge.panel).toHaveLength(2);
    expect(warnings.find(({ code }) => code === "panel-chosen")?.detail).toContain(judge.panel.join(", "));
    const { result } = await ruled(debate.id, "j1");
    expect(new Set(result?.ballots.map((ballot) => ballot.judge))).toEqual(new Set(judge.panel));
    const refused = await rejudge(debate.id, { model: "openai/judge", panel: 9 });
    expect(refused.body.errors).toMatchObject([{ pointer: "/judge/panel" }]);
  });
});

describe("on a motion", () => {
  it("the better scores decide between the sides, since nobody votes again", async () => {
    script();
    const { participants } = requestOf() as { participants: object[] };
    const sided = participants.map((p, i) => ({ ...p, side: ["for", "against"][i] }));
    const debate = await finished({ format: "oxford", maxRounds: 2, participants: sided });
    // The votes moved for the motion; its opponent has the better scores.
    expect(debate.result).toMatchObject({ contestedBecause: "vote_and_scores", vote: { swing: { for: 1 } } });
    await rejudge(debate.id, { model: "openai/judge-c" });
    const { result } = await ruled(debate.id, "j1");
    expect([result?.verdict.winner?.side, result?.vote]).toEqual(["against", undefined]);
    expect(result?.verdict.winner?.reasoning).toBe(
      "No votes were counted: the mean scores decide (60 for, 70 against).",
    );
    expect(world.models.journal.filter((r) => kindOf(r) === "vote" && r.model === "judge-c")).toEqual([]);
    expect((await world.debate(debate.id)).rejudgements?.[0]?.winner).toBe("against");
  });
});

describe("a request for another judge", () => {
  it("is refused with every fault, while the debate goes on, and where there is nothing to rule on", async () => {
    script();
    const { id } = await finished();
    const looksUp = { tools: [{ type: "web_search" }], maxToolCalls: 2 };
    const wrong = await rejudge(id, { model: "nobody/x", panel: ["none/y"], role: "architect", ...looksUp });
    expect([wrong.status, wrong.body.errors.map((e: { pointer: string }) => e.pointer).toSorted()]).toEqual([
      422,
      ["/judge/maxToolCalls", "/judge/model", "/judge/panel/0", "/judge/role", "/judge/tools"],
    ]);
    const akin = await rejudge(id, { model: "openai/gpt-4.1", requireIndependent: true });
    expect(akin.body.errors[0].pointer).toBe("/judge/model");
    const twice = [
      { name: "Wit", weight: 1 },
      { name: "wit", weight: 1 },
    ];
    expect((await rejudge(id, { model: "openai/judge", criteria: twice })).body.errors[0].pointer).toBe(
      "/judge/criteria/1/name",
    );
    expect((await world.debate(id)).rejudgements).toBeUndefined();
    expect((await rejudge("deb-20261121-051254-7K2M9Q", { model: "openai/judge" })).status).toBe(404);

    const gate = Promise.withResolvers<void>();
    const usual = debaters(P);
    world.models.use(async (r) => {
      await gate.promise;
      return usual(r);
    });
    const { id: running } = await world.create(requestOf({ maxRounds: 1 }));
    const early = await rejudge(running, { model: "openai/judge" });
    expect([early.status, early.body.type]).toEqual([409, "/problems/illegal-transition"]);
    gate.resolve();
    await world.finished(running);

    world.models.use(agents());
    const { id: solved } = await world.create(dialecticRequest());
    await world.finished(solved);
    await eventually(async () => (await world.debate(solved)).status).toBe("completed");
    const foreign = await rejudge(solved, { model: "openai/judge" });
    expect([foreign.status, foreign.body.type]).toEqual([409, "/problems/conflict"]);
  });
});

describe("rejudgements", () => {
  it("come along with an export, word for word, and the imported debate can be rejudged too", async () => {
    script();
    const { id } = await finished();
    await rejudge(id, { model: "openai/judge-first" });
    await ruled(id, "j1");
    const exported = await world.transcript(id);
    expect(exported.rejudgements).toHaveLength(1);
    expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
    const { status, text } = await world.post("/v1/debates/import", exported);
    expect([status, text.slice(0, 300)]).toEqual([201, expect.stringContaining(id)]);
    expect(await world.transcript(id)).toEqual(exported);
    expect((await rejudge(id, { model: "openai/judge-c", bothOrders: false })).body.id).toBe("j2");
    expect((await ruled(id, "j2")).result?.verdict.winner?.participant).toBe("p2");
    const tampered = structuredClone(exported);
    tampered.debate.id = "deb-20261121-051254-7K2M9R";
    if (tampered.rejudgements?.[0]) tampered.rejudgements[0].status = "running";
    const refused = await world.post("/v1/debates/import", tampered);
    expect([refused.status, JSON.stringify(refused.body.errors)]).toEqual([
      422,
      expect.stringContaining("/rejudgements"),
    ]);
  });

  it("are gone with their debate, also the one that is under way", async () => {
    const arrived = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    script();
    const { id } = await finished();
    const key = { tenant: "default", debateId: id };
    await rejudge(id, { model: "openai/judge-first", bothOrders: false });
    await ruled(id, "j1");
    world.models.use(async (r) => {
      arrived.resolve();
      await gate.promise;
      return ruling(r);
    });
    await rejudge(id, { model: "openai/judge-c", bothOrders: false });
    await arrived.promise;
    const ids = (await world.store.records.list(key, REJUDGEMENTS, {})).flatMap(({ run }) => run?.workflowId ?? []);
    expect(ids).toHaveLength(2);
    expect((await world.request(`/v1/debates/${id}`, { method: "DELETE" })).status).toBe(204);
    gate.resolve();
    expect(await world.store.records.list(key, REJUDGEMENTS, {})).toEqual([]);
    expect(await world.store.records.list(key, REJUDGE_BALLOTS, { rejudgement: "j1" })).toEqual([]);
    // Temporal deletes in the background.
    const statusOf = (workflowId: string) =>
      world
        .handle(workflowId)
        .describe()
        .then(({ status }) => status.name)
        .catch((error: Error) => error.name);
    for (const workflowId of ids)
      await expect.poll(() => statusOf(workflowId), { timeout: 90_000 }).toBe("WorkflowNotFoundError");
  }, 120_000);

  it("are had by the client and by `parley rejudge`", async () => {
    script();
    const { id } = await finished();
    const begun = await createClient({ baseUrl: world.url }).rejudge(id, { model: "openai/judge-first" });
    expect(begun).toMatchObject({ id: "j1", status: "running" });
    let [out, err] = ["", ""];
    const streams = {
      out: (t: string) => void (out += t),
      err: (t: string) => void (err += t),
      style: (_: unknown, t: string) => t,
    };
    const argv = ["rejudge", id, "--judge", "openai/judge", "--panel", "openai/judge-a, anthropic/judge-b", "--wait"];
    expect([await runCli(createCli(streams, {}), [...argv, "--url", world.url]), err]).toEqual([0, ""]);
    expect(out).toContain("j2: openai/judge-a, anthropic/judge-b, completed");
    expect(out).toContain("Argued better: Ada");
    await ruled(id, "j1");
    out = "";
    await runCli(createCli(streams, {}), ["show", id, "--url", world.url]);
    expect(out).toContain("Other judges\n  - openai/judge-first: Ada wins\n");
  });
});
