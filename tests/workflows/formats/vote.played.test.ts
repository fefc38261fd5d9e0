/** Questions whose answers are bought one after the other until the leader is safe, and debated only where it is not. */
import { describe, expect, it } from "vitest";
import type { PluralityResult } from "../../../domain/shapes/schemas/result.schema.ts";
import { fork } from "../../support/debates/forks.ts";
import { type Answerer, answering, askedOf, questionRequest, wordsOf, YES_NO } from "../../support/debates/question.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import type { FlatEvent } from "../../support/world.ts";

const world = await useWorld();

const PRICE = { input: 10, output: 100 };
/** Of a reply with 100 tokens of input and 20 of output. */
const COST = 0.003;

const status = (to: string) => (e: FlatEvent) => e.type === "debate.status" && e["status"] === to;
const asked = (round: number): ModelRequest[] => world.models.journal.filter((r) => askedOf(r)?.round === round);

const requestOf = (changes: object = {}, models?: string[]) =>
  questionRequest({ vote: { most: 9 }, gate: { lead: 0.3 }, ...changes }, models);

async function voted(changes: object = {}, answer: Answerer = () => "A", models?: string[]) {
  world.models.use(answering(answer));
  const { id } = await world.create(requestOf(changes, models));
  await world.finished(id);
  return read(id);
}

async function read(id: string) {
  const debate = await world.debate(id);
  const result = debate.result as PluralityResult;
  const { plurality } = result;
  return { id, debate, result, plurality, vote: plurality.vote! };
}

/** Two of three answer A. */
const most: Answerer = ({ model }) => (model === "two" ? "B" : "A");
/** In the vote as many answer A as B, but for one; in the debate as `then` says. */
function close(then: (model: string) => string): Answerer {
  let given = 0;
  return ({ round, model }) => (round > 1 ? then(model) : given++ % 2 === 0 ? "A" : "B");
}

describe("a vote", () => {
  it("ends as soon as its leader is safe, by one model after the other, and nobody debates", async () => {
    const { debate, result, plurality, vote } = await voted();
    expect(asked(1).map(({ model }) => model)).toEqual(["one", "two", "three", "one"]);
    expect(debate.usage.calls).toBe(4);
    expect(plurality).toMatchObject({ answer: "yes", share: 1, asked: 4, answered: 4 });
    expect(vote).toMatchObject({
      way: "vote",
      most: 9,
      stopAt: 0.95,
      bought: 4,
      probability: 0.96875,
      lead: 1,
      debated: 0,
    });
    expect(vote.saved).toEqual({ answers: 5, calls: 7, costUsd: null });
    expect(result).toMatchObject({ endedBy: "convergence", contested: false });
    for (const request of asked(1)) expect(wordsOf(request)).not.toMatch(/by reasoning|Voter \d|vote/i);
    const { text: body } = await world.request(`/v1/debates/${debate.id}/transcript?as=md`);
    expect(body).toContain("The vote was safe after 4 of at most 9 answers");
    expect(body).toContain("That saved 7 calls.");
    expect(body).toContain("| Voter 1 | 2 × yes |");
  });

  it("says what was saved in dollars, at what an answer cost", async () => {
    const { participants } = requestOf() as { participants: { model: string }[] };
    const priced = participants.map((p) => ({ ...p, model: { model: p.model, priceUsdPerMTok: PRICE } }));
    const { vote } = await voted({ participants: priced, maxRounds: 1, gate: false });
    expect(vote.saved).toEqual({ answers: 5, calls: 5, costUsd: Number((5 * COST).toFixed(6)) });
  });

  it("buys all answers where the lead stays small, and decides alone without a gate", async () => {
    const { result, vote, plurality, debate } = await voted(
      { gate: false, expected: "yes" },
      close(() => "B"),
    );
    expect(debate.usage.calls).toBe(9);
    expect(plurality).toMatchObject({ answer: "yes", answered: 9, expected: { right: true } });
    expect(plurality.expected?.moves).toEqual({ wrongToRight: 0, rightToWrong: 0, stayedRight: 5, stayedWrong: 4 });
    expect(vote).toMatchObject({ way: "vote", bought: 9, saved: { answers: 0, calls: 0 } });
    expect(result.endedBy).toBe("limit");
  });

  it("of a single model asks it again and again", async () => {
    const { vote, plurality } = await voted({}, () => "B", ["openai/one"]);
    expect([vote.bought, plurality.answer, asked(1).length]).toEqual([4, "no", 4]);
  });

  it("goes on without a model that fails", async () => {
    const script = answering();
    world.models.use((r) => (r.model === "two" ? { error: { status: 503 } } : script(r)));
    const { id } = await world.create(requestOf());
    await world.finished(id);
    const { plurality, vote } = await read(id);
    expect([vote.bought, plurality.asked, plurality.answered]).toEqual([5, 5, 4]);
  });

  it("is paused between two answers, and goes on where it was; stopped, what was bought is counted", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const script = answering(most);
    world.models.use(async (r) => {
      if (asked(1).length === 2) await gate;
      return script(r);
    });
    const { id } = await world.create(requestOf());
    await world.models.arrived(2);
    await world.post(`/v1/debates/${id}/pause`);
    open();
    await world.until(id, status("paused"));
    expect(asked(1)).toHaveLength(2);
    const { promise: other, resolve: openOther } = Promise.withResolvers<void>();
    world.models.use(async (r) => {
      if (asked(1).length === 3) await other;
      return script(r);
    });
    await world.post(`/v1/debates/${id}/resume`);
    await world.models.arrived(3);
    await world.post(`/v1/debates/${id}/stop`);
    openOther();
    await world.finished(id);
    const { result, vote, plurality } = await read(id);
    expect([result.endedBy, vote.way, vote.bought, asked(1).length]).toEqual(["owner", "vote", 3, 3]);
    expect(plurality).toMatchObject({ answer: "yes", share: 2 / 3 });
  });

  it("shows no answer of it what its owner says meanwhile, since all are asked alike; the debate has it", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const script = answering(close(() => "A"));
    world.models.use(async (r) => {
      if (asked(1).length === 3) await gate;
      return script(r);
    });
    const { id } = await world.create(requestOf({}, ["openai/one", "openai/two"]));
    await world.models.arrived(3);
    await world.post(`/v1/debates/${id}/interjections`, { text: "Try seven." });
    open();
    await world.finished(id);
    expect(asked(1)).toHaveLength(9);
    for (const text of asked(1).map(wordsOf)) expect(text).not.toContain("Try seven.");
    expect(asked(2)).toHaveLength(2);
    for (const text of asked(2).map(wordsOf)) expect(text).toContain("Try seven.");
  });

  it("ends where its budget does, with what it has bought", async () => {
    world.models.use(answering(close(() => "A")));
    const { participants } = requestOf() as { participants: { model: string }[] };
    const priced = participants.map((p) => ({
      ...p,
      model: { model: p.model, priceUsdPerMTok: PRICE, maxOutputTokens: 100 },
    }));
    const { id } = await world.create(requestOf({ participants: priced, limits: { maxCostUsd: 0.06 } }));
    await world.finished(id);
    const { debate, result, vote } = await read(id);
    expect(debate.warnings.map(({ code }) => code)).toContain("fitted-to-limit");
    expect([result.endedBy, vote.way]).toEqual(["budget", "vote"]);
    expect(vote.bought).toBeGreaterThan(2);
    expect(vote.bought).toBeLessThan(9);
    expect(debate.cost.totalUsd).toBeLessThanOrEqual(0.06);
  });

  it("is refused where not even one answer fits its budget", async () => {
    const { participants } = requestOf() as { participants: { model: string }[] };
    const priced = participants.map((p) => ({ ...p, model: { model: p.model, priceUsdPerMTok: PRICE } }));
    const { status: code, body } = await world.post(
      "/v1/debates",
      requestOf({ participants: priced, limits: { maxCostUsd: 0.001 } }),
    );
    expect([code, (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer)]).toEqual([
      422,
      ["/limits/maxCostUsd"],
    ]);
  });
});

describe("the debate after a vote", () => {
  it("is held by one speaker for each answer; what most of them then say is the answer", async () => {
    const { debate, result, plurality, vote } = await voted(
      { expected: "no" },
      close(() => "B"),
      ["openai/one", "openai/two"],
    );
    expect(debate.usage.calls).toBe(9 + 2);
    expect(
      asked(2)
        .map(({ model }) => model)
        .toSorted(),
    ).toEqual(["one", "two"]);
    expect(plurality).toMatchObject({ answer: "no", share: 1, asked: 2, answered: 2 });
    expect(plurality.rounds.map(({ answer, given }) => [answer, given.length])).toEqual([
      ["yes", 9],
      ["no", 2],
    ]);
    expect(plurality.expected).toEqual({
      answer: "no",
      right: true,
      moves: { wrongToRight: 1, rightToWrong: 0, stayedRight: 1, stayedWrong: 0 },
    });
    expect(vote).toMatchObject({
      way: "debate",
      bought: 9,
      debated: 2,
      settled: true,
      saved: { answers: 0, calls: 0 },
    });
    expect(result.contested).toBe(false);
    const { text: body } = await world.request(`/v1/debates/${debate.id}/transcript?as=md`);
    expect(body).toContain("After 9 answers the vote was close, so those who differed debated, and they now agree.");
  });

  it.each([
    ["keep their answers", (model: string) => (model === "one" ? "A" : "B")],
    ["change places", (model: string) => (model === "one" ? "B" : "A")],
  ])("leaves the vote as it stood where they %s", async (_how, then) => {
    const { plurality, vote } = await voted({}, close(then), ["openai/one", "openai/two"]);
    expect(plurality).toMatchObject({ answer: "yes", share: 5 / 9, asked: 9, answered: 9 });
    expect(vote).toMatchObject({ way: "debate", settled: false });
  });

  it("shows each the same answers under numbers: none says whose it is, the own one too, or how many gave it", async () => {
    await voted(
      {},
      close(() => "A"),
      ["openai/one", "openai/two"],
    );
    const shown = asked(2).map(wordsOf);
    expect(shown).toHaveLength(2);
    for (const text of shown) {
      const answers = [...text.matchAll(/<answer[^>]* from="([^"]*)">\n(It is [AB], by reasoning\.)/g)];
      expect(answers.map(([, from]) => from)).toEqual(["1", "2"]);
      expect(answers.map(([, , said = ""]) => said).toSorted()).toEqual([
        "It is A, by reasoning.",
        "It is B, by reasoning.",
      ]);
      expect(text).not.toMatch(/from="you"|\byour (?:own|newest|earlier) |Voter \d|\b[45] of 9|voted/i);
      expect(text).toContain("Find the first step at which their workings part");
    }
    const [one, other] = shown.map((text) => text.replaceAll(/<answer[^]*?<\/answer[^>]*>\n?/g, ""));
    // Apart from the order of the answers both read the same: no word marks the reader.
    expect(one).toBe(other);
  });

  it("shows those who still differ their newest answers in a later round", async () => {
    const answer = close(() => "A");
    const later: Answerer = (about, request) =>
      about.round === 2 ? (about.model === "one" ? "B" : "A") : answer(about, request);
    const { plurality } = await voted({ maxRounds: 3, minRounds: 3 }, later, ["openai/one", "openai/two"]);
    expect(plurality.rounds).toHaveLength(3);
    const [first] = asked(3).map(wordsOf);
    expect(first?.match(/by reasoning\./g)).toHaveLength(2);
    expect(plurality).toMatchObject({ answer: "yes", answered: 2 });
  });

  it("is held without a safe leader where the gate is true, and not where the lead is large enough", async () => {
    const first = await voted({ vote: { most: 3 }, gate: true }, most);
    expect(first.vote).toMatchObject({ way: "debate", bought: 3 });
    const ahead = await voted({ vote: { most: 3 }, gate: { lead: 0.3 } }, most);
    expect([ahead.vote.way, ahead.result.endedBy]).toEqual(["vote", "convergence"]);
  });

  it("is forked from the vote, whose answers are taken over", async () => {
    const { id } = await voted(
      {},
      close(() => "B"),
      ["openai/one", "openai/two"],
    );
    world.models.use(answering(() => "A"));
    const made = await fork(world, id, { afterRound: 1 });
    await world.finished(made.id);
    const { plurality } = await read(made.id);
    expect(plurality.rounds.map(({ answer }) => answer)).toEqual(["yes", "yes"]);
    expect(plurality.vote).toMatchObject({ bought: 9, settled: true });
  });
});

describe("the format auto", () => {
  const created = async (body: object) => world.debate((await world.create(body)).id);
  const { participants } = questionRequest() as { participants: object[] };

  it("makes a question with answers a vote before a debate, and says so", async () => {
    world.models.use(answering());
    const debate = await created({ topic: "Is 91 a prime?", format: "auto", answers: YES_NO, participants });
    await world.finished(debate.id);
    const { vote } = await read(debate.id);
    expect([debate.format, vote.way, vote.most, vote.stopAt]).toEqual(["question", "vote", 21, 0.95]);
    expect(debate.warnings).toContainEqual({
      code: "format-chosen",
      detail:
        "the format is question: the answers can be counted, so a vote comes first, and a debate only where it stays close",
    });
  });

  it("debates a topic without answers, and says so", async () => {
    const draft = { topic: "Why?", format: "auto", start: false, participants: [] };
    const debate = await created(draft);
    expect([debate.format, debate.maxRounds]).toEqual(["structured-rounds", 3]);
    expect(debate.warnings.map(({ code }) => code)).toContain("format-chosen");
  });

  it("estimates what a vote costs at least and at most", async () => {
    const body = { topic: "Is 91 a prime?", format: "auto", answers: YES_NO, participants };
    const { body: figures } = await world.post("/v1/estimates", body);
    const { lowest, likely, worst } = figures as Record<string, { calls: number }>;
    // Each call may be billed twice.
    expect([lowest?.calls, likely?.calls, worst?.calls]).toEqual([4, 7, 2 * (21 + 3)]);
  });
});

describe("a request for a vote", () => {
  it.each([
    [{ vote: { most: 1 } }, "/vote/most"],
    [{ vote: { most: 41 } }, "/vote/most"],
    [{ vote: { stopAt: 1 } }, "/vote/stopAt"],
    [{ vote: { least: 3 } }, "/vote/least"],
    [{ vote: undefined, gate: { lead: 0.3 } }, "/gate"],
    [{ gate: { lead: 2 } }, "/gate/lead"],
    [{ gate: "yes" }, "/gate"],
    [{ maxRounds: 1 }, "/gate"],
    [{ weights: { p1: 0.8, p2: 0.7, p3: 0.6 } }, "/weights"],
    [{ peers: "ring" }, "/peers"],
    [{ anonymous: false }, "/anonymous"],
    [{ format: "free-form", answers: undefined, gate: undefined }, "/vote"],
  ])("is refused with %j", async (changes, pointer) => {
    const { status: code, body } = await world.post("/v1/debates", requestOf(changes));
    const { errors } = body as { errors: { pointer: string; detail: string }[] };
    expect([code, errors.map((error) => error.pointer)]).toEqual([422, [pointer]]);
  });
});
