import { describe, expect, it } from "vitest";
import type { PluralityResult } from "../../../domain/shapes/schemas/result.schema.ts";
import { startDemoModel } from "../../../infra/local/demo/model.demo.ts";
import { fork } from "../../support/debates/forks.ts";
import { type Answerer, answering, askedOf, questionRequest, wordsOf, YES_NO } from "../../support/debates/question.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { openWorld, useWorld } from "../../support/use-world.ts";

const world = await useWorld();

/** Asks, and waits for the result. */
async function counted(changes: object = {}, answer: Answerer = () => "A", models?: string[]) {
  world.models.use(answering(answer));
  const { id } = await world.create(questionRequest(changes, models));
  await world.finished(id);
  const debate = await world.debate(id);
  const result = debate.result as PluralityResult;
  expect(result.type).toBe("plurality");
  return { id, debate, result, plurality: result.plurality };
}

const four = ["one", "two", "three", "four"].map((name) => `openai/${name}`);
const asked = (round: number): ModelRequest[] => world.models.journal.filter((r) => askedOf(r)?.round === round);
const byModel = (round: number, model: string) => wordsOf(asked(round).find((r) => r.model === model)!);
const letters = (text: string) => [...text.matchAll(/<answer[^>]* from="([A-Z])">/g)].map(([, letter = ""]) => letter);

describe("a question", () => {
  it("is counted by round, with right answers and moves, by as many calls as there are answers", async () => {
    const { debate, result, plurality } = await counted({ expected: "no" }, ({ round, model }) =>
      round === 1 && model !== "three" ? "A" : "B",
    );
    expect(plurality).toMatchObject({ answers: YES_NO, answer: "no", share: 1, asked: 3, answered: 3 });
    expect(plurality.rounds).toMatchObject([
      {
        round: 1,
        answer: "yes",
        groups: [
          { answer: "yes", count: 2 },
          { answer: "no", count: 1 },
        ],
      },
      { round: 2, answer: "no", share: 1, given: [{ right: true }, { right: true }, { right: true }] },
    ]);
    expect(plurality.rounds[0]?.given.map(({ answer, right }) => [answer, right])).toEqual([
      ["yes", false],
      ["yes", false],
      ["no", true],
    ]);
    expect(plurality.expected).toEqual({
      answer: "no",
      right: true,
      moves: { wrongToRight: 2, rightToWrong: 0, stayedRight: 1, stayedWrong: 0 },
    });
    expect(result).toMatchObject({ contested: false, ballots: [], endedBy: "limit", degraded: [] });
    expect(debate).toMatchObject({ judge: null, usage: { calls: 6 } });
    expect(debate.result?.conclusion).toBeUndefined();
  });

  it("shows nobody anything in round 1, and later the others' newest answers under labels", async () => {
    world.models.journal.length = 0;
    await counted({}, ({ model }) => (model === "one" ? "A" : "B"), four);
    for (const request of asked(1)) {
      expect(wordsOf(request)).not.toContain("by reasoning");
      expect(wordsOf(request)).not.toMatch(/Voter \d/);
    }
    for (const request of asked(2)) {
      expect(letters(wordsOf(request)).toSorted()).toEqual(["A", "B", "C"]);
      expect(wordsOf(request)).toContain('from="you"');
      expect(wordsOf(request)).not.toMatch(/Voter \d/);
    }
    // A label says nothing of whose an answer is: the first voter's stands in other places in other prompts.
    const places = ["two", "three", "four"].map((model) => /from="([A-C])">\nIt is A/.exec(byModel(2, model))?.[1]);
    expect(new Set(places).size).toBeGreaterThan(1);
  });

  it.each([
    { peers: "ring", seen: ["two", "four"] },
    { peers: "none", seen: [] },
  ])("shows the answers of some: %j", async ({ peers, seen }) => {
    world.models.journal.length = 0;
    await counted({ peers, answers: { type: "text" } }, ({ model }) => `Z${model}`, four);
    const said = [...byModel(2, "one").matchAll(/It is Z(\w+), by reasoning/g)].map(([, model = ""]) => model);
    expect(said.toSorted()).toEqual(["one", ...seen].toSorted());
  });

  it("shows reasons without answers, and names, where it is asked to", async () => {
    world.models.journal.length = 0;
    await counted({ show: "reasons", anonymous: false });
    const text = byModel(2, "one");
    expect(text).toContain('from="Voter 2"');
    expect(text.match(/Answer: yes/g)).toHaveLength(1);
  });

  it("ends with the first answers where it is gated and they agree, and goes on where they differ", async () => {
    const same = await counted({ gate: true });
    expect(same.result).toMatchObject({ endedBy: "convergence", plurality: { rounds: [{ round: 1 }] } });
    const other = await counted({ gate: true }, ({ model }) => (model === "one" ? "A" : "B"));
    expect(other.plurality.rounds).toHaveLength(2);
    const ungated = await counted();
    expect(ungated.plurality.rounds).toHaveLength(2);
  });

  it("ends when all agree, or when nobody changed an answer in two rounds", async () => {
    const agreed = await counted({ maxRounds: 5 }, ({ round, model }) => (round < 3 && model === "one" ? "A" : "B"));
    expect(agreed.result).toMatchObject({ endedBy: "convergence" });
    expect(agreed.plurality.rounds).toHaveLength(3);
    const split = await counted({ maxRounds: 6 }, ({ round, model }) => (round > 1 && model === "one" ? "A" : "B"));
    expect(split.result).toMatchObject({ endedBy: "convergence" });
    expect(split.plurality.rounds).toHaveLength(4);
    const all = await counted({ maxRounds: 3, minRounds: 3 });
    expect(all.plurality.rounds).toHaveLength(3);
  });

  it("compares numbers within their tolerance, and tells the unit", async () => {
    const answers = { type: "number", unit: "km", tolerance: 0.5 };
    const values: Record<string, number> = { one: 10, two: 10.4, three: 12 };
    const { plurality } = await counted({ answers, expected: 10.2, maxRounds: 1 }, ({ model }) => values[model] ?? 0);
    expect(plurality).toMatchObject({ answer: "10", share: 2 / 3, expected: { answer: "10.2", right: true } });
    expect(wordsOf(world.models.journal.at(-1)!)).toContain("a single number, without its unit (km).");
  });

  it("has no answer where it is tied, and says between which", async () => {
    const { result, plurality, debate } = await counted(
      { expected: "yes" },
      ({ model }) => (model === "one" ? "A" : "B"),
      ["openai/one", "openai/two"],
    );
    expect(plurality).toMatchObject({ answer: null, tied: ["yes", "no"], share: 0.5, expected: { right: null } });
    expect(result.contested).toBe(true);
    const { body } = await world.request("/v1/debates?limit=100");
    const { items } = body as { items: { id: string; outcome: object }[] };
    expect(items.find(({ id }) => id === debate.id)?.outcome).toEqual({
      type: "plurality",
      answer: "yes / no",
    });
  });

  it("groups texts once, blind, and the known answer with them", async () => {
    world.models.journal.length = 0;
    const words: Record<string, string> = { one: "Paris", two: "Paris, France", three: "Lyon" };
    const { debate, plurality } = await counted(
      { answers: { type: "text" }, expected: "PARIS!" },
      ({ model }) => words[model] ?? "",
    );
    expect(plurality).toMatchObject({
      answer: "Those with P",
      share: 2 / 3,
      expected: { answer: "PARIS!", right: true },
    });
    expect(debate.usage.calls).toBe(7);
    const [grouping] = world.models.journal.filter((r) => askedOf(r) === null);
    expect(grouping?.model).toBe("three");
    expect(wordsOf(grouping!)).not.toMatch(/Voter|known|expected/i);
  });

  it("compares word by word where the grouping fails, and says so", async () => {
    const script = answering(({ model }) => `The ${model}.`);
    world.models.use((r) => (askedOf(r) ? script(r) : { error: { status: 401 } }));
    const { id } = await world.create(questionRequest({ answers: { type: "text" }, maxRounds: 1 }));
    await world.finished(id);
    const { result } = await world.debate(id);
    expect(result).toMatchObject({ type: "plurality", plurality: { answer: null, share: 1 / 3 } });
    expect(result?.degraded).toMatchObject([{ what: "the grouping of the answers: they are compared word by word" }]);
  });

  it("asks no model to group texts that are the same by their words", async () => {
    const { debate, plurality } = await counted({ answers: { type: "text" } }, ({ model }) =>
      model === "one" ? "the river Seine" : "The River Seine.",
    );
    expect([debate.usage.calls, plurality.share]).toEqual([6, 1]);
  });

  it("goes on without a participant that fails, whose newest answer counts", async () => {
    const script = answering(({ model }) => (model === "one" ? "A" : "B"));
    world.models.use((r) => (r.model === "two" && askedOf(r)?.round === 2 ? { error: { status: 503 } } : script(r)));
    const { id } = await world.create(questionRequest({}));
    await world.finished(id);
    const { result } = await world.debate(id);
    expect(result).toMatchObject({ plurality: { answer: "no", answered: 3, share: 2 / 3 } });
    expect((result as PluralityResult).plurality.rounds[1]?.given).toHaveLength(2);
  });

  it("asks a model again whose answer is none of the form", async () => {
    let spoilt = 0;
    const script = answering();
    world.models.use((r) => {
      if (spoilt > 0 || !askedOf(r)) return script(r);
      spoilt += 1;
      return { json: { reasoning: "So.", answer: "C", confidence: 70 } };
    });
    const { id } = await world.create(questionRequest({ maxRounds: 1 }));
    await world.finished(id);
    expect(await world.debate(id)).toMatchObject({ result: { plurality: { share: 1, answered: 3 } } });
  });

  it("is forked from a round, whose answers are taken over", async () => {
    const { id } = await counted({}, ({ model }) => (model === "one" ? "A" : "B"));
    world.models.use(answering(() => "A"));
    const made = await fork(world, id, { afterRound: 1 });
    await world.finished(made.id);
    const { result } = await world.debate(made.id);
    expect((result as PluralityResult).plurality.rounds.map(({ answer }) => answer)).toEqual(["no", "yes"]);
  });

  it("refuses what it does not take, each with its pointer", async () => {
    const options = Array.from({ length: 27 }, (_, i) => `Option ${i}`);
    const pointers = async (changes: object) => {
      const { status, body } = await world.post("/v1/debates", questionRequest(changes));
      expect(status).toBe(422);
      return (body as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer);
    };
    expect(await pointers({ answers: { type: "choice", options } })).toEqual(["/answers/options"]);
    expect(await pointers({ answers: { type: "choice", options: ["yes"] } })).toEqual(["/answers/options"]);
    expect(await pointers({ answers: { type: "choice", options: ["yes", "Yes!"] } })).toEqual(["/answers/options"]);
    expect(await pointers({ expected: "perhaps" })).toEqual(["/expected"]);
    expect(await pointers({ answers: { type: "number" }, expected: "10 or 11" })).toEqual(["/expected"]);
    expect(await pointers({ judge: { model: "openai/gpt-5.5" } })).toEqual(["/judge"]);
    expect(await pointers({ weights: { p1: 0.8, p2: 0.7, p9: 0.6 } })).toEqual(["/weights/p9", "/weights"]);
    expect(await pointers({ weights: { p1: 1, p2: 0.7, p3: 0.6 } })).toEqual(["/weights/p1"]);
    const [first] = (questionRequest() as { participants: object[] }).participants;
    expect(await pointers({ participants: [{ ...first, position: "Yes." }] })).toEqual(["/participants/0/position"]);
  });

  it("runs on the demo model, with a topic alone", async () => {
    const demo = await startDemoModel({ pace: { ttftMs: 0, tps: 0 } });
    const own = await openWorld({ demo: true, providers: { demo: { baseUrl: demo.url, apiKey: demo.key } } });
    const { id } = await own.create({ topic: "How far is it to the moon?", format: "question" });
    await own.finished(id);
    const { result } = await own.debate(id);
    expect(result).toMatchObject({ type: "plurality", plurality: { answered: 3, share: 1 } });
    await own.stop();
    await demo.stop();
  });
});
