import { describe, expect, it } from "vitest";
import { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { VerdictResult } from "../../../domain/shapes/schemas/result.schema.ts";
import { CLAIM_EXHIBITS, claimManner } from "../../support/debates/claims.ts";
import { eventually } from "../../support/eventually.ts";
import { held } from "../../support/held.ts";
import { audienceJson, kindOf, verdictJson } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();

const FIVE = { voters: 5, models: ["openai/gpt-5.5"] };
const POSITIONS = ["Ada has it that they are banned.", "Ben has it that they are priced."];

function bodyOf(changes: object = {}) {
  const body = requestOf({ format: "oxford", maxRounds: 2, audience: FIVE, ...changes }) as { participants: object[] };
  const placed = (i: number) => ({ side: i === 0 ? "for" : "against", position: POSITIONS[i] });
  return {
    context: "Two tram lines.",
    ...body,
    participants: body.participants.map((p, i) => ({ ...p, ...placed(i) })),
  };
}

async function play(changes: object, manner: Manner = {}) {
  world.models.use(debaters(["p1", "p2"], manner));
  const { id } = await world.create(bodyOf(changes));
  const log = await world.finished(id);
  const debate = await world.debate(id);
  expect(Debate.parse(debate)).toEqual(debate);
  if (debate.result?.type !== "verdict")
    throw new Error(`no verdict: ${debate.status} ${JSON.stringify(debate.error)}`);
  return { id, log, debate, result: debate.result satisfies VerdictResult };
}

const verdictFor = (winner: string) => JSON.parse(verdictJson(["p1", "p2"], winner));
const textOf = (r: ModelRequest) => [r.system, ...r.messages.map((m) => m.content)].join("\n");
const votes = () => world.models.journal.filter((r) => kindOf(r) === "audience");
const isHeard = (r: ModelRequest) => textOf(r).includes("now that you have heard");
const [before, after] = [false, true].map((heard) => () => votes().filter((r) => isHeard(r) === heard));

describe("the audience of an oxford debate", () => {
  it("votes before on topic and background alone, and after on the transcript, blind and in both orders", async () => {
    const { debate, log } = await play({});
    expect([before?.().length, after?.().length]).toEqual([5, 5]);
    for (const request of before?.() ?? []) {
      expect(textOf(request)).toContain("Should cities ban cars?");
      expect(textOf(request)).toContain("Two tram lines.");
      expect(textOf(request)).not.toMatch(/has it that|Speech|Ada|Ben|oxford|rubric|\bside "|for the motion/i);
    }
    const labelled = (after?.() ?? []).map((request) => {
      expect(textOf(request)).toContain("Speech 4.");
      expect(textOf(request)).not.toMatch(/has it that|Ada|Ben\b|oxford|rubric|g1-r/i);
      return /^- (.+): for$/m.exec(textOf(request))?.[1];
    });
    const counts = [...Map.groupBy(labelled, (label) => label).values()].map((all) => all.length);
    expect(counts.toSorted((a, b) => a - b)).toEqual([2, 3]);
    expect(world.models.journal.map(kindOf).slice(0, 6)).toEqual([...Array(5).fill("audience"), "turn"]);
    expect(log.filter((e) => e.type === "vote.completed")).toHaveLength(10);
    expect(debate.judge?.usage.calls).toBe(11);
  });

  it("votes beside the ballots, which show nothing of it, and beside the check of claims where there is one", async () => {
    const ways: [changes: object, first: string, manner: Manner][] = [
      [{}, "verdict", {}],
      [{ exhibits: CLAIM_EXHIBITS }, "claims", claimManner],
    ];
    for (const [changes, first, manner] of ways) {
      world.models.forget();
      const { release } = held(world, (r) => kindOf(r) === "audience" && isHeard(r), manner);
      const { id } = await world.create(bodyOf(changes));
      await eventually(() => world.models.journal.map(kindOf)).toContain(first);
      release();
      const log = await world.finished(id);
      expect(log.filter((e) => e.type === "vote.completed")).toHaveLength(10);
      expect((await world.debate(id)).result).toMatchObject({ audience: { counted: 5 } });
    }
  });

  it("decides for the side that it moved to, with counts, switches, interval and turns in result and report", async () => {
    let n = 0;
    const { id, result } = await play(
      { judge: { model: "openai/judge", bothOrders: false }, audience: { ...FIVE, voters: 9 } },
      {
        audience: (_, when) => {
          if (when === "before") return { text: audienceJson("against") };
          n += 1;
          return { text: n <= 8 ? audienceJson("for", "g1-r2-t1") : audienceJson("undecided", null) };
        },
        rule: () => ({ json: verdictFor("p1") }),
      },
    );
    expect(result.verdict.winner?.side).toBe("for");
    expect(result.vote).toBeUndefined();
    expect(result.audience).toMatchObject({
      voters: 9,
      counted: 9,
      before: { for: 0, against: 9, undecided: 0 },
      after: { for: 8, against: 0, undecided: 1 },
      switches: [
        { from: "against", to: "for", voters: 8 },
        { from: "against", to: "undecided", voters: 1 },
      ],
      netSwing: 17,
      turns: [{ id: "g1-r2-t1", voters: 8 }],
    });
    const { low = 0, high = 0 } = result.audience?.interval ?? {};
    expect([low > 0, low < 17, high > 17]).toEqual([true, true, true]);
    for (const as of ["md", "html"]) {
      const { text } = await world.request(`/v1/debates/${id}/transcript?as=${as}`);
      expect(text).toMatch(/Net swing (?:of the audience )?towards the motion/);
      expect(text).toContain(`95 % interval ${low > 0 ? "+" : ""}${low} to +${high}`);
      expect(text).toContain("moved from against to for");
    }
  });

  it("contests the verdict when the scores oppose it by 10 or more", async () => {
    const { result, id } = await play(
      { audience: { ...FIVE, voters: 9 } },
      { rule: () => ({ json: verdictFor("p2") }) },
    );
    expect(result).toMatchObject({ contested: true, contestedBecause: "vote_and_scores", verdict: { winner: null } });
    expect(result.verdict.summary).toContain("net swing is +9");
    const { text } = await world.request(`/v1/debates/${id}/transcript?as=md`);
    expect(text).toContain(
      "**Contested: the judges’ scores oppose the votes on the motion, so nobody is named the winner.**",
    );
  });

  it("is there where nobody asked for it: nine voters, of a cheap model of each provider that takes part", async () => {
    const { id, debate, result } = await play({ audience: undefined });
    expect(result.audience).toMatchObject({ voters: 9, counted: 9 });
    expect(new Set(votes().map(({ model }) => model))).toEqual(new Set(["gpt-5.4-mini", "claude-haiku-4-5"]));
    expect(debate.warnings.map(({ code }) => code)).toContain("audience-chosen");
    // It names the voters, so that a fork or a twin has the same ones, whatever the defaults are by then.
    const { body } = await world.request(`/v1/debates/${id}/request`);
    expect(body).toMatchObject({
      audience: { voters: 9, models: ["openai/gpt-5.4-mini", "anthropic/claude-haiku-4-5"] },
    });
    const estimate = await world.post("/v1/estimates", bodyOf({ audience: undefined }));
    expect(JSON.stringify(estimate.body)).toMatch(
      /9 voters \(openai\/gpt-5\.4-mini, anthropic\/claude-haiku-4-5\) vote on the motion before and after, in 18 calls; .*Its votes are likely to cost \$0\.\d{4}/,
    );
  });

  it("names nobody where its voters did not clearly move", async () => {
    let n = 0;
    const { result } = await play(
      {},
      {
        audience: (_, when) => {
          if (when === "before") return { text: audienceJson("against") };
          n += 1;
          return { text: audienceJson(n === 1 ? "for" : "against", null) };
        },
        rule: () => ({ json: verdictFor("p1") }),
      },
    );
    expect(result).toMatchObject({ contested: true, contestedBecause: "no_majority", verdict: { winner: null } });
    expect(result.verdict.summary).toContain("net swing is +2, and its 95 % interval");
  });

  it("leaves the votes to the judges where the request says so", async () => {
    const { debate, result } = await play({ audience: false }, { rule: () => ({ json: verdictFor("p1") }) });
    expect(votes()).toEqual([]);
    expect(result.vote?.swing).toEqual({ for: 1, against: 0 });
    expect(result.verdict.winner?.side).toBe("for");
    expect(debate.warnings.map(({ code }) => code)).not.toContain("audience-chosen");
  });

  it("takes its models by turns, and charges each vote to its model", async () => {
    const { debate, result } = await play({ audience: { voters: 3, models: ["openai/one", "anthropic/two"] } });
    expect(result.audience?.votes.map(({ voter, model }) => [voter, model])).toEqual([
      [1, "openai/one"],
      [2, "anthropic/two"],
      [3, "openai/one"],
    ]);
    expect(Object.keys(debate.cost.byModel)).toEqual(expect.arrayContaining(["openai/one", "anthropic/two"]));
    const { body } = await world.request(`/v1/debates/${debate.id}/costs`);
    expect(body.total.usage).toEqual(debate.usage);
  });

  it("asks once more for a faulty vote, and names a voter who is missing", async () => {
    const isFirst = (request: ModelRequest) => request.model === "one";
    const faulty = (request: ModelRequest, when: string): ModelReplyScript =>
      when === "after" && isFirst(request)
        ? { text: audienceJson("for", "no such turn") }
        : { text: when === "before" ? audienceJson("undecided") : audienceJson("for", null) };
    const { result, log } = await play(
      { audience: { voters: 2, models: ["openai/one", "openai/two"] } },
      { audience: faulty },
    );
    expect(result.audience).toMatchObject({ voters: 2, counted: 1, votes: [{ voter: 2 }] });
    expect(result.degraded.map(({ what }) => what)).toEqual(["the vote of voter 1 (openai/one) after the debate"]);
    const failures = log.filter((e) => e.type === "judge.failed");
    expect(failures).toHaveLength(2);
    expect(failures[0]).toMatchObject({ actId: "g1-audience-after-1", kind: "invalid_response" });
    expect(textOf(votes().at(-1) as ModelRequest)).toContain("turn must be the id of one of the turns above, or null.");
  });

  it("refuses a vote for a side that the voter is not above 55 percent sure of", async () => {
    const unsure = JSON.stringify({ reasoning: "Perhaps.", confidence: 55, vote: "for" });
    let n = 0;
    const { result } = await play(
      { audience: { ...FIVE, voters: 1 } },
      {
        audience: (_, when) => ({
          text: when === "after" ? audienceJson("against", null) : ++n === 1 ? unsure : audienceJson("undecided"),
        }),
      },
    );
    expect(n).toBe(2);
    expect(result.audience?.before).toEqual({ for: 0, against: 0, undecided: 1 });
  });

  it("is not asked after for whom no vote before is there, and the scores decide when nobody is left", async () => {
    const { result } = await play(
      { audience: { ...FIVE, voters: 2 } },
      { audience: () => ({ error: { status: 401 } }) },
    );
    expect(after?.()).toEqual([]);
    expect(result.audience).toBeUndefined();
    expect(result.degraded).toHaveLength(2);
    expect(result.verdict.winner?.side).toBe("against");
  });

  it.each([
    [{ audience: { voters: 0 } }, "/audience/voters"],
    [{ audience: { voters: 26 } }, "/audience/voters"],
    [{ audience: { models: [] } }, "/audience/models"],
    [{ audience: { models: ["nobody/x"] } }, "/audience/models/0"],
    [{ audience: {}, format: "lincoln-douglas" }, "/audience"],
  ])("is refused out of bounds, and where there is no motion: %j", async (changes, pointer) => {
    const { status, body } = await world.post("/v1/debates", bodyOf(changes));
    expect(status).toBe(422);
    expect((body as { errors: { pointer: string }[] }).errors.map((e) => e.pointer)).toContain(pointer);
  });
});
