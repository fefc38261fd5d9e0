/** The judge's recommendations reach the next round's speakers, where it guides, and nobody else. */
import { afterEach, describe, expect, it } from "vitest";
import { MOST_GUIDANCE } from "../../../domain/prompts/parts/guidance.ts";
import { fork, over } from "../../support/debates/forks.ts";
import { kindOf, type Opinion } from "../../support/models/replies.ts";
import type { ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, requestOf } from "../../support/world.ts";

const world = await useWorld();
afterEach(() => world.models.forget());

const HEADING = /The judge's guidance for all speakers, after round (\d+)\./;
const adviceOf = (round: number) => `Ada should say who pays, asked ${round} times.`;
const opinion = (round: number): Opinion => ({ recommendations: [adviceOf(round), "Bring figures."] });

async function played(changes: object, manner: Parameters<typeof debaters>[1] = { opinion }) {
  world.models.use(debaters(["p1", "p2"], manner));
  const { id } = await world.create(requestOf({ format: "free-form", maxRounds: 3, ...changes }));
  await world.finished(id);
  const debate = await world.debate(id);
  expect(debate.status).toBe("completed");
  return debate;
}

/** A copy of the debate, under an id of its own. */
async function imported(id: string) {
  const { text } = await world.request(`/v1/debates/${id}/transcript?as=json`);
  const copy = `${id.slice(0, -4)}ZZZZ`;
  const { status } = await world.post("/v1/debates/import", JSON.parse(text.replaceAll(id, copy)));
  expect(status).toBe(201);
  return world.debate(copy);
}

const lastOf = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? "";
const wholeOf = ({ system, messages }: ModelRequest) => [system, ...messages.map(({ content }) => content)].join("\n");
/** Of each turn: the round whose guidance stands in its last message, if any. */
const guided = () =>
  world.models.journal
    .filter((request) => kindOf(request) === "turn")
    .map((request) => Number(HEADING.exec(lastOf(request))?.[1] ?? 0));

describe("a free-form debate", () => {
  it("shows each speaker the recommendations of the round before alone, fenced as the judge's", async () => {
    const debate = await played({});
    expect(debate.judge).toMatchObject({ guides: true });
    expect(guided()).toEqual([0, 0, 1, 1, 2, 2]);
    const [, , second, , , last] = world.models.journal.filter((request) => kindOf(request) === "turn");
    expect(lastOf(second as ModelRequest)).toMatch(
      new RegExp(`<guidance-\\w+ round="1">\n- ${adviceOf(1)}\n- Bring figures.\n</guidance-\\w+>`),
    );
    expect(wholeOf(last as ModelRequest)).not.toContain(adviceOf(1));
  });

  it("shows them a round later where it runs ahead of its judge, and is ended a round later", async () => {
    const stops = (round: number): Opinion => ({
      ...opinion(round),
      shouldContinue: round < 2,
      diminishingReturns: round > 1,
    });
    const repeated = { text: "Cities that price their streets see fewer cars and faster buses, as I have said." };
    const manner = { opinion: stops, turn: () => repeated };
    const waiting = await played({ maxRounds: 6 }, manner);
    world.models.forget();
    const debate = await played({ maxRounds: 6, overlap: "ahead" }, manner);
    expect(debate.round).toBe(waiting.round + 1);
    expect(debate.judge).toMatchObject({ guides: true, ahead: true });
    expect(waiting.judge).not.toHaveProperty("ahead");
    expect(guided().slice(0, 8)).toEqual([0, 0, 0, 0, 1, 1, 2, 2].slice(0, 2 * debate.round));
    const { body: turn } = await world.request(`/v1/debates/${debate.id}/turns/g1-r3-t1`);
    expect(JSON.stringify(turn["prompt"])).toContain(adviceOf(1));
    expect((await imported(debate.id)).judge).toMatchObject({ guides: true, ahead: true });
    const { text } = await world.request(`/v1/debates/${debate.id}/transcript?as=md`);
    expect(text).toContain(
      "The next round starts while it still assesses the last one, so its assessment counts one round later.",
    );
    expect(text).toContain("Its recommendations after a round reach the speakers of the round after the next.");
  });

  it("keeps them from ballots, private answers and the conclusion", async () => {
    await played({ poll: "private", conclusion: true });
    const others = world.models.journal.filter((request) => !["turn", "assessment"].includes(kindOf(request)));
    expect(new Set(others.map(kindOf))).toEqual(new Set(["poll", "verdict", "conclusion"]));
    for (const request of others) expect(wholeOf(request)).not.toMatch(/who pays|Bring figures|judge's guidance/);
  });

  it("is shown the prompts again as they were sent, also after a fork that has no guidance any more", async () => {
    const { id } = await played({});
    const prompt = async (of: string, turn: string) =>
      (await world.request(`/v1/debates/${of}/turns/${turn}`)).body["prompt"];
    const sent = JSON.stringify(await prompt(id, "g1-r2-t1"));
    expect(sent).toContain(adviceOf(1));
    world.models.forget();
    world.models.use(debaters(["p1", "p2"], { opinion }));
    const made = await fork(world, id, { afterRound: 2, changes: { judge: { guides: false } } });
    expect((await over(world, made.id)).judge).not.toHaveProperty("guides");
    expect(guided()).toEqual([0, 0]);
    expect(await prompt(made.id, "g1-r2-t1")).not.toBeNull();
    expect(await prompt(made.id, "g1-r3-t1")).not.toBeNull();
    world.models.forget();
    world.models.use(debaters(["p1", "p2"], { opinion }));
    await over(world, (await fork(world, id, { afterRound: 1, changes: {} })).id);
    expect(guided()).toEqual([1, 1, 2, 2]);
  });

  it("is exported with the option, imports it, and says so in its report", async () => {
    const { id } = await played({});
    expect((await imported(id)).judge).toMatchObject({ guides: true });
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain("Its recommendations after a round reach the next round's speakers.");
    const off = await played({ judge: { model: "openai/gpt-5.5", bothOrders: false, guides: false } });
    expect((await imported(off.id)).judge).not.toHaveProperty("guides");
  });

  it("goes on without guidance where the judge is gone or has nothing to recommend", async () => {
    const usual = debaters(["p1", "p2"], { opinion: (round) => (round === 2 ? { recommendations: [] } : {}) });
    const gone = (request: ModelRequest) =>
      lastOf(request).includes("Assess round 1 ") ? { text: "I would rather not." } : usual(request);
    world.models.use(gone);
    const policies = { onJudgeFailure: "continue" };
    const { id } = await world.create(requestOf({ format: "free-form", maxRounds: 3, policies }));
    await world.finished(id);
    expect(guided()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("shows no more of it than a few lines", async () => {
    const long = Array.from({ length: 9 }, (_, i) => `${i} ${"very ".repeat(200)}long.`);
    await played({ maxRounds: 2 }, { opinion: () => ({ recommendations: long }) });
    const [, , request] = world.models.journal.filter((each) => kindOf(each) === "turn");
    const lines = lastOf(request as ModelRequest).match(/^- \d very.*$/gm) ?? [];
    expect(lines).toHaveLength(MOST_GUIDANCE.recommendations);
    for (const line of lines) expect(Array.from(line)).toHaveLength("- ".length + MOST_GUIDANCE.characters);
  });

  it("shows labels for names where its prompts do", async () => {
    const model = "openai/gpt-5.5";
    const participants = ["Ada", "Ben"].map((name) => ({ name, model, position: "Trams first." }));
    await played({ participants, promptLayout: "blind", maxRounds: 2 });
    const [, , request] = world.models.journal.filter((each) => kindOf(each) === "turn");
    expect(lastOf(request as ModelRequest)).toMatch(/- Speaker \w should say who pays, asked 1 times\./);
  });
});

describe("other formats", () => {
  it("have no guidance unless they ask for it", async () => {
    const judge = { model: "openai/gpt-5.5", bothOrders: false };
    await played({ format: "structured-rounds", judge });
    expect(guided()).toEqual([0, 0, 0, 0, 0, 0]);
    world.models.forget();
    const debate = await played({ format: "structured-rounds", judge: { ...judge, guides: true } });
    expect(debate.judge).toMatchObject({ guides: true });
    expect(guided()).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it.each([
    ["free-form", { judging: "final-only" }, "/judge/guides", 'needs judging: "every-round"'],
    ["oxford", {}, "/judge/guides", 'needs judging: "every-round"'],
    ["dialectic", {}, "/judge/guides", expect.stringContaining("formats that end in a verdict")],
  ])("refuse it in %s with %j where no judge assesses rounds", async (format, changes, pointer, detail) => {
    const sides = format === "oxford" ? ["for", "against"] : [undefined, undefined];
    const { participants } = requestOf() as { participants: object[] };
    const judge = { model: "openai/gpt-5.5", guides: true };
    const seats = participants.map((p, i) => ({ ...p, ...(sides[i] && { side: sides[i] }) }));
    const body = { ...requestOf({ format, ...changes, judge }), participants: seats };
    const refused = await world.post("/v1/debates", body);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toContainEqual({ pointer, detail });
  });

  it("leave it off in a free-form debate that is judged at the end alone", async () => {
    const debate = await played({ judging: "final-only", maxRounds: 2 });
    expect(debate.judge).not.toHaveProperty("guides");
    expect(guided()).toEqual([0, 0, 0, 0]);
  });
});
