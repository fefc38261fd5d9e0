/** `orderCheck: "twin"`: the debate runs once more with everybody in the other's place, and those ballots count too. */
import { expect, it } from "vitest";
import type { Estimates } from "../../domain/play/estimates/estimate.ts";
import type { VerdictResult } from "../../domain/shapes/schemas/result.schema.ts";
import { kindOf, rosterIn, verdictJson } from "../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../support/models/server.ts";
import { useWorld } from "../support/use-world.ts";
import { debaters, requestOf } from "../support/world.ts";

const world = await useWorld();

const script = debaters(["p1", "p2"], { turn: (r) => ({ text: r.model.includes("claude") ? "Weak." : "Strong." }) });
const textOf = (r: ModelRequest) => r.messages.map((m) => m.content).join("\n");
const request = (changes: object = {}) =>
  requestOf({
    maxRounds: 1,
    judging: "final-only",
    orderCheck: "twin",
    judge: { model: "openai/judge", bothOrders: true },
    ...changes,
  });

/** Keys of the roster, and the one that a judge takes. */
function judged(choose: (r: ModelRequest) => string | undefined) {
  world.models.use((r): ModelReplyScript => {
    if (kindOf(r) !== "verdict") return script(r);
    const keys = rosterIn(textOf(r)).map(({ key }) => key);
    return { text: verdictJson(keys, choose(r) ?? keys[0]) };
  });
}

const keyOf = (r: ModelRequest, holds: (name: string) => boolean) =>
  rosterIn(textOf(r)).find(({ name }) => holds(name))?.key;

/** Whoever said that, under whichever label. */
function speakerOf(r: ModelRequest, words: string): string | undefined {
  const [, label = ""] = new RegExp(`<turn-?\\w* speaker="([^"]+)"[^>]*>\\n${words}`).exec(textOf(r)) ?? [];
  return label.toLowerCase().replace(" ", "-");
}

async function resultOf(body: object): Promise<{ id: string; result: VerdictResult; twins: string[] }> {
  const { id } = await world.create(body);
  await world.finished(id);
  const { result, twins = [] } = await world.debate(id);
  if (result?.type !== "verdict") throw new Error(JSON.stringify(result));
  return { id, result, twins };
}

it("counts the ballots of both debates, and names the winner that both have", async () => {
  judged((r) => speakerOf(r, "Strong"));
  const { id, result, twins } = await resultOf(request());
  expect(twins).toHaveLength(1);
  expect((await world.debate(twins[0] ?? "")).twinOf).toBe(id);
  expect(result).toMatchObject({ contested: false, orderCheck: "twin", degraded: [] });
  expect(result.verdict.winner?.participant).toBe("p1");
  expect(result.ballots.map(({ id: ballot, winner, twin = false }) => [ballot, winner, twin])).toEqual([
    ["g1-b1-given", "p1", false],
    ["g1-b1-reversed", "p1", false],
    ["g1-twin-b1-given", "p1", true],
    ["g1-twin-b1-reversed", "p1", true],
  ]);
  // The twin asks for no conclusion and has no twin of its own.
  expect((await world.debate(twins[0] ?? "")).twins).toBeUndefined();
});

it("finds a judge that prefers a position, whoever argues it", async () => {
  judged((r) => keyOf(r, (name) => name === "Ada"));
  const { result } = await resultOf(request());
  expect(result).toMatchObject({ contested: true, contestedBecause: "orders", orderCheck: "twin" });
  expect(result.verdict.summary).toContain("In the twin's given order: Ben");
  expect(result.agreement).toMatchObject({ winnerAgreement: { orders: expect.any(Number) } });
});

it("tells the reasons of both in the conclusion, whose support says that the twin was counted", async () => {
  judged((r) => speakerOf(r, "Strong"));
  const { result } = await resultOf(request({ conclusion: true }));
  const asked = world.models.journal.find((r) => kindOf(r) === "conclusion");
  expect(textOf(asked!).match(/<ballot\S* number=/g)).toHaveLength(4);
  expect(result.conclusion?.support).toMatchObject({ orderCheck: "twin", winnerShare: 1, level: "weak" });
});

it("goes on without the twin's ballots when nobody ruled there, and says so", async () => {
  let rulings = 0;
  world.models.use((r) => {
    const reply = script(r);
    if (kindOf(r) !== "verdict") return reply;
    return textOf(r).includes("Strong.") && ++rulings > 0 && speakerOf(r, "Strong") && isTwins(r)
      ? { error: { status: 503 } }
      : reply;
  });
  const { result } = await resultOf(request({ policies: { onJudgeFailure: "continue" } }));
  expect(result.orderCheck).toBe("labels");
  expect(result.ballots).toHaveLength(2);
  expect(result.degraded).toMatchObject([{ what: "the ballots of the twin debate" }]);
});

/** In the twin, the first speaker holds Ben's position. */
function isTwins(r: ModelRequest): boolean {
  const strong = speakerOf(r, "Strong");
  return rosterIn(textOf(r)).find(({ key }) => key === strong)?.name === "Ben";
}

it("does not make an owner wait who stops the debate", async () => {
  const gate = Promise.withResolvers<void>();
  world.models.use(async (r) => {
    if (kindOf(r) === "turn" && textOf(r).includes("round 2 of")) await gate.promise;
    return script(r);
  });
  const { id } = await world.create(request({ maxRounds: 2 }));
  await world.until(id, (e) => e.type === "turn.started" && e["round"] === 2);
  await world.post(`/v1/debates/${id}/stop`);
  gate.resolve();
  await world.finished(id);
  expect((await world.debate(id)).result).toMatchObject({
    endedBy: "owner",
    orderCheck: "labels",
    degraded: [{ what: "the ballots of the twin debate", why: "its owner ended the debate" }],
  });
});

it("is refused where a twin cannot be had, and counted in an estimate", async () => {
  const refused = async (changes: object) => {
    const { status, body } = await world.post("/v1/debates", request(changes));
    return [status, (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)];
  };
  expect(await refused({ clarifications: { enabled: true, maxIterations: 1 } })).toEqual([422, ["/orderCheck"]]);
  const sided = (requestOf() as { participants: object[] }).participants.map((p, i) => ({
    ...p,
    side: i === 0 ? "for" : "against",
  }));
  expect(await refused({ format: "oxford", maxRounds: 2, participants: sided })).toEqual([422, ["/orderCheck"]]);
  const estimate = async (changes: object) => (await world.post("/v1/estimates", request(changes))).body as Estimates;
  const [alone, both] = [await estimate({ orderCheck: "labels" }), await estimate({})];
  expect(both.likely.calls).toBe(2 * alone.likely.calls);
});
