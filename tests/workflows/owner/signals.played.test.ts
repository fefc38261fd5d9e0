import { describe, expect, it } from "vitest";
import { assessmentJson, kindOf, verdictIn, verdictJson } from "../../support/models/replies.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, halfRepeats, type Manner, requestOf } from "../../support/world.ts";

const REFRAIN = "Trams carry far more people than cars on the same width of street, and without fumes.";

const world = await useWorld();

async function play(changes: object, manner: Manner = {}) {
  world.models.use(debaters(["p1", "p2"], manner));
  const { id } = await world.create(requestOf(changes));
  await world.finished(id);
  expect(world.models.complaints).toEqual([]);
  return { id, debate: await world.debate(id), transcript: await world.transcript(id) };
}

describe("a convergence-seeking debate", () => {
  const turn = () => ({ text: REFRAIN });

  it("ends when returns diminish in two rounds running, although the judge never flags it", async () => {
    const { debate, transcript } = await play({ format: "convergence-seeking", maxRounds: 8 }, { turn: halfRepeats });
    expect(debate).toMatchObject({ status: "completed", round: 4, result: { endedBy: "convergence" } });
    expect(transcript.trace.earlyStopped).toBe("code");
    expect(debate.assessments.map((a) => [a.flags.diminishingReturns, a.measured?.diminishingReturns])).toEqual([
      [false, false],
      [false, false],
      [false, true],
      [false, true],
    ]);
    expect(transcript.assessments.at(-1)?.measured).toEqual({
      repetition: [{ turnId: "g1-r4-t2", with: "g1-r1-t2", overlap: 1, by: "overlap" }],
      diminishingReturns: true,
      drifting: [],
      trends: { quality: "stable", novelty: "stable", engagement: "stable", length: "stable" },
    });
    expect(transcript.trace.autoScore).toBe(Math.round((100 + 75 + 55 + 55) / 4));
  });

  it("ends a round earlier when everybody repeats for two rounds running", async () => {
    const { debate, transcript } = await play({ format: "convergence-seeking", maxRounds: 8 }, { turn });
    expect(debate).toMatchObject({ round: 3, result: { endedBy: "convergence" } });
    expect(transcript.trace.earlyStopped).toBe("code");
  });

  it("goes on to its limit when its speakers say new things", async () => {
    const { debate, transcript } = await play({ format: "convergence-seeking", maxRounds: 4 });
    expect(debate).toMatchObject({ round: 4, result: { endedBy: "limit" } });
    expect(transcript.trace.autoScore).toBe(100);
  });

  it("never ends by it before minRounds", async () => {
    const changes = { format: "convergence-seeking", maxRounds: 6, minRounds: 5 };
    expect((await play(changes, { turn })).debate).toMatchObject({ round: 5, result: { endedBy: "convergence" } });
  });

  it("shows in its report what was measured, apart from the judge's flags", async () => {
    const { id } = await play({ format: "convergence-seeking", maxRounds: 8 }, { turn });
    const { text: markdown } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    const { text: html } = await world.request(`/v1/debates/${id}/transcript?as=html`);
    expect(markdown).toMatch(/^Quality [\d.]+ of 10\.$/m);
    expect(markdown).toContain("repeats Ada's response in round 1 (overlap 1)");
    expect(html).toContain('<a class="cite" href="#g1-r3-t2">round 3, turn 2</a> repeats');
    expect(markdown).toContain("**Measured by the code:**");
    for (const text of [markdown, html]) expect(text).toContain("Measured: diminishing returns");
  });
});

describe("a position that changed", () => {
  const stays = { participant: "p1", changed: false, from: null, to: null, cause: null };
  const moves = { participant: "p2", changed: true, from: "Cars stay.", to: "A toll.", cause: null as string | null };
  const assess = (cause: () => string | null) => (_: unknown, round: number) => {
    const answer = JSON.parse(assessmentJson(["p1", "p2"]));
    return { json: round === 1 ? answer : { ...answer, positions: [stays, { ...moves, cause: cause() }] } };
  };
  const flip = { participant: "p2", from: "Cars stay.", to: "A toll.", position: "held" };
  const left = "Ben left the position that it was to hold, from “Cars stay.” to “A toll.”";

  it("is kept with its cause, and shown in the API, the trace and the reports", async () => {
    const { id, debate, transcript } = await play({ maxRounds: 2 }, { assess: assess(() => "g1-r1-t1") });
    const found = { ...flip, cause: "g1-r1-t1", prompted: true };
    expect(transcript.assessments.map((a) => a.flips)).toEqual([undefined, [found]]);
    expect(debate.assessments.map((a) => a.flips)).toEqual([undefined, [found]]);
    expect(transcript.trace.flips).toEqual([{ round: 2, ...found }]);
    const { text: markdown } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    const { text: html } = await world.request(`/v1/debates/${id}/transcript?as=html`);
    expect(markdown).toContain(`${left}, because of [Ada's response in round 1](#ada-g1-r1-t1).`);
    expect(html).toContain(
      'left the position that it was to hold, from “<bdi>Cars stay.</bdi>” to “<bdi>A toll.</bdi>”, because of <bdi><a class="cite" href="#g1-r1-t1">',
    );
  });

  it("without a cause is marked as unprompted", async () => {
    const { id, transcript } = await play({ maxRounds: 2 }, { assess: assess(() => null) });
    expect(transcript.trace.flips).toEqual([{ round: 2, ...flip, cause: null, prompted: false }]);
    const { text: markdown } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    const { text: html } = await world.request(`/v1/debates/${id}/transcript?as=html`);
    expect(markdown).toContain(`${left}, unprompted.`);
    expect(html).toContain("to “<bdi>A toll.</bdi>”, unprompted.");
  });

  it("by a turn that nobody took is asked about once more, with the fault named", async () => {
    const causes = ["g1-r7-t1", "g1-r1-t1"];
    const { debate, transcript } = await play({ maxRounds: 2 }, { assess: assess(() => causes.shift() ?? null) });
    const asked = world.models.journal.filter((entry) => kindOf(entry) === "assessment");
    expect(asked).toHaveLength(3);
    expect(asked[2]?.messages.at(-1)?.content).toContain("Turn g1-r7-t1 is cited, but there is no such turn.");
    expect(debate.status).toBe("completed");
    expect(transcript.trace.flips).toMatchObject([{ cause: "g1-r1-t1", prompted: true }]);
  });
});

describe("an owner's criteria", () => {
  const criteria = [
    { name: "Clarity", weight: 3, description: "Can a layman follow?" },
    { name: "Cost | sense", weight: 1 },
  ];
  const scores = (i: number) => ({ c1: 8 - i, c2: 4 });
  const assess = () => {
    const answer = JSON.parse(assessmentJson(["p1", "p2"]));
    for (const [i, one] of answer.assessments.entries()) one.scores = scores(i);
    return { json: answer };
  };
  const rule = (changes: object = {}) => {
    const findings = { c1: "Ada, in g1-r1-t1.", c2: "Thin." };
    const criterionScores = { p1: scores(0), p2: scores(1) };
    return {
      json: { ...JSON.parse(verdictJson(["p1", "p2"], "p1")), criterionScores, criteria: findings, ...changes },
    };
  };

  it("are scored by, weighed by the code, shown with the judge and in the tables of the reports", async () => {
    const { id, debate, transcript } = await play(
      { maxRounds: 1, judge: { model: "openai/gpt-5.5", criteria } },
      { assess, rule: () => rule() },
    );
    expect(debate.judge?.criteria).toEqual(criteria);
    expect(transcript.assessments[0]?.assessments.map((a) => [a.scores, a.score])).toEqual([
      [{ Clarity: 8, "Cost | sense": 4 }, 7],
      [{ Clarity: 7, "Cost | sense": 4 }, 6.25],
    ]);
    expect(verdictIn(debate.result)).toMatchObject({
      scores: { p1: 70, p2: 62.5 },
      criteria: { Clarity: "Ada, in g1-r1-t1.", "Cost | sense": "Thin." },
    });
    const { text: markdown } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(markdown).toContain("| Participant | Clarity | Cost &#124; sense | Of 100 |");
    expect(markdown).toContain("| Ada | 8 | 4 | 70 |");
    expect(markdown).toContain("| Ben | 7 | 4 | 6.25 |");
    expect(markdown).not.toContain("Persuasiveness");
    const { text: html } = await world.request(`/v1/debates/${id}/transcript?as=html`);
    expect(html).toMatch(/<th scope="col"[^>]*>Cost \| sense<\/th>/);
  });

  it("meet a judge that cites a turn nobody took: it is asked once more, with the fault named", async () => {
    const strange = () => rule({ reasoning: "As g1-r9-t1 shows." });
    const answers = [strange, rule];
    const { debate } = await play(
      { maxRounds: 1, judge: { model: "openai/gpt-5.5", criteria, bothOrders: false } },
      { assess, rule: () => (answers.shift() ?? rule)() },
    );
    const asked = world.models.journal.filter((entry) => kindOf(entry) === "verdict");
    expect(asked).toHaveLength(2);
    expect(asked[1]?.messages.at(-1)?.content).toContain("Turn g1-r9-t1 is cited, but there is no such turn.");
    expect(debate.status).toBe("completed");
  });

  it("are refused at their pointers", async () => {
    const judge = { model: "openai/gpt-5.5", criteria: [criteria[0], { name: "clarity", weight: -1 }] };
    const { status, body } = await world.post("/v1/debates", requestOf({ judge }));
    expect(status).toBe(422);
    expect((body as { errors: { pointer: string }[] }).errors.map((e) => e.pointer)).toEqual([
      "/judge/criteria/1/weight",
    ]);
  });
});
