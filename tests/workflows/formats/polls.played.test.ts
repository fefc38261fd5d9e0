import { describe, expect, it } from "vitest";
import { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Poll } from "../../../domain/shapes/schemas/poll.schema.ts";
import { agents, dialecticRequest } from "../../support/agents.ts";
import { longTurns, windowed } from "../../support/debates/long-debate.ts";
import { cast, skepticRequest } from "../../support/debates/skeptic.ts";
import { type Aside, kindOf, pollJson, pollRound } from "../../support/models/replies.ts";
import type { ModelReplyScript, ModelRequest } from "../../support/models/server.ts";
import { useWorld } from "../../support/use-world.ts";
import { debaters, halfRepeats, type Manner, requestOf } from "../../support/world.ts";

const world = await useWorld();

const P = ["p1", "p2"];
const request = (changes: object = {}) =>
  requestOf({ maxRounds: 2, judging: "final-only", poll: "private", judge: { model: "openai/judge" }, ...changes });
const seeking = (changes: object = {}) =>
  request({ format: "convergence-seeking", judging: "every-round", ...changes });
const textOf = (r: ModelRequest) => [r.system, ...r.messages.map((m) => m.content)].join("\n");
const asked = (kind: string) => world.models.journal.filter((r) => kindOf(r) === kind);
const isBen = (r: ModelRequest) => r.model.includes("claude");

/** What Ada and Ben answer aside, by round from 0 on; the last holds for all later rounds. */
const aside =
  (ada: Aside[], ben: Aside[]) =>
  (r: ModelRequest, round: number): ModelReplyScript => {
    const own = isBen(r) ? ben : ada;
    return { text: pollJson(own[round] ?? own.at(-1)), usage: { input: 120, output: 40 } };
  };
const CAUSED = "g1-r1-t2";
/** Ada moves to Ben's stance in round 1. */
const moving = (cause: string | null) =>
  aside([{ stance: 80 }, { stance: 32, cause }, { stance: 31, cause: null }], [{ stance: 30 }]);

async function played(body: object, manner: Manner = {}) {
  world.models.use(debaters(P, manner));
  const { id } = await world.create(body);
  return ended(id);
}

async function ended(id: string) {
  const log = await world.finished(id);
  const debate = await world.debate(id);
  expect(Debate.parse(debate)).toEqual(debate);
  if (!debate.result) throw new Error(`no result: ${debate.status} ${JSON.stringify(debate.error)}`);
  return { id, log, debate, result: debate.result };
}

describe("a private poll", () => {
  it("asks everybody before round 1 and after each round, in the log, the debate, the transcript and the costs", async () => {
    const { id, log, debate, result } = await played(request(), { poll: moving(CAUSED) });
    const told = log.flatMap((e) =>
      /^(poll\.|round\.(started|completed))/.test(e.type) ? [`${e.type} ${e["round"] as number}`] : [],
    );
    expect(told).toEqual([
      "poll.taken 0",
      "poll.taken 0",
      "poll.measured 0",
      "round.started 1",
      "poll.taken 1",
      "poll.taken 1",
      "poll.measured 1",
      "round.completed 1",
      "round.started 2",
      "poll.taken 2",
      "poll.taken 2",
      "poll.measured 2",
      "round.completed 2",
    ]);
    expect(debate).toMatchObject({ poll: "private", degraded: [] });
    expect(debate.conformity?.map(({ round, meanChange, spread }) => [round, meanChange, spread])).toEqual([
      [0, null, 50],
      [1, 24, 2],
      [2, 0.5, 1],
    ]);
    expect(debate.conformity?.[1]).toMatchObject({ largeChanges: 1, caused: 1, overlap: 1, hollow: false });
    expect(result.families).toEqual({ debaters: ["anthropic", "openai"], judges: ["openai"] });
    const { polls = [] } = await world.transcript(id);
    expect(polls.map((poll) => poll.id)).toEqual([0, 1, 2].flatMap((r) => [1, 2].map((n) => `g1-r${r}-poll-${n}`)));
    expect(polls[2]).toMatchObject({
      participantId: "p1",
      model: "openai/gpt-5.5",
      stance: 32,
      confidence: 60,
      reasons: ["Streets are for people."],
      cause: CAUSED,
      causeKind: "turn",
      usage: { calls: 1 },
    } satisfies Partial<Record<keyof Poll, unknown>>);
    const { body } = await world.request(`/v1/debates/${id}/costs`);
    expect(body.total.usage).toEqual(debate.usage);
    expect(debate.participants[0]?.usage.calls).toBe(2 + 3);
    for (const as of ["md", "html"]) {
      const { text } = await world.request(`/v1/debates/${id}/transcript?as=${as}`);
      for (const words of ["Private stances", "Mean change", "Private answers", "Streets are for people."])
        expect(text).toContain(words);
    }
  });

  it("is seen by nobody: no other prompt contains it, and neither does a later poll", async () => {
    const secret = (r: ModelRequest, round: number) => `Secret of ${isBen(r) ? "B" : "A"}${round}.`;
    await played(
      request({ maxRounds: 2, judging: "every-round", conclusion: true, controlArm: true, format: "free-form" }),
      { poll: (r, round) => ({ text: pollJson({ stance: 73, reasons: [secret(r, round)] }) }) },
    );
    expect(asked("poll")).toHaveLength(6);
    expect(new Set(world.models.journal.map(kindOf))).toEqual(
      new Set(["alone", "poll", "turn", "assessment", "verdict", "conclusion", "groups"]),
    );
    for (const r of world.models.journal) expect(textOf(r)).not.toMatch(/Secret of|I hold it at 73/);
  });

  it("is asked out of role, over the exchange as the participant sees it", async () => {
    const participants = [
      { name: "Ada", model: "openai/gpt-5.5", position: "Ban them.", persona: "A planner.", instructions: "Be short." },
      { name: "Ben", model: "anthropic/claude-sonnet-5", position: "Price them.", systemPrompt: "You are a poet." },
    ];
    const exhibits = [{ title: "Air report", text: "It fell by eleven per cent." }];
    await played(request({ participants, exhibits, context: "Two tram lines." }), {
      turn: (_, n) => ({ text: `Speech number ${n}.` }),
    });
    for (const r of asked("poll")) {
      expect(textOf(r)).toContain("Should cities ban cars?");
      expect(textOf(r)).toContain("Two tram lines.");
      expect(textOf(r)).toContain("It fell by eleven per cent.");
      expect(textOf(r)).not.toMatch(/Ban them|Price them|A planner|Be short|a poet|You are Ada|round-limited/);
    }
    const last = asked("poll").filter((r) => pollRound(r) === 2);
    const roles = (r: ModelRequest | undefined) =>
      r?.messages.flatMap(({ role, content }) =>
        [...content.matchAll(/Speech number (\d)/g)].map(([, n]) => `${role} ${n}`),
      );
    expect(roles(last.find((r) => !isBen(r)))).toEqual(["assistant 1", "user 2", "assistant 3", "user 4"]);
    expect(roles(last.find(isBen))).toEqual(["user 1", "assistant 2", "user 3", "assistant 4"]);
    expect(
      asked("poll")
        .filter((r) => pollRound(r) === 0)
        .flatMap(roles),
    ).toEqual([]);
  });

  it("shows a remark to one participant to that one alone", async () => {
    world.models.use(debaters(P, { turn: () => ({ text: "So.", profile: { ttft: 300 } }) }));
    const { id } = await world.create(request({ maxRounds: 2 }));
    await world.until(id, (e) => e.type === "turn.completed");
    const remark = { text: "For Ben's eyes.", to: "p2" };
    expect((await world.post(`/v1/debates/${id}/interjections`, remark)).status).toBe(202);
    await world.finished(id);
    const shown = asked("poll").filter((r) => textOf(r).includes("For Ben's eyes."));
    expect(shown.map(isBen)).toEqual(shown.map(() => true));
    expect(shown.length).toBeGreaterThan(0);
  });

  it("asks once more when the cause is nothing that exists, and says what is wrong", async () => {
    let isFirst = true;
    const { debate } = await played(request({ maxRounds: 1 }), {
      poll: (r, round) => {
        const isStrange = isFirst && !isBen(r) && round === 1;
        if (isStrange) isFirst = false;
        return { text: pollJson({ cause: isStrange ? "g1-r9-t9" : round === 1 ? CAUSED : null }) };
      },
    });
    expect(debate.degraded).toEqual([]);
    const again = asked("poll").filter((r) => textOf(r).includes("cause must be the id of one turn"));
    expect(again).toHaveLength(1);
    expect(textOf(again[0] as ModelRequest)).toContain('not "g1-r9-t9"');
  });

  it("is in `degraded` where it is lost, and the debate goes on with whoever lost it", async () => {
    const script = debaters(P);
    world.models.use((r) =>
      kindOf(r) === "poll" && isBen(r) && pollRound(r) === 1 ? { error: { status: 401 } } : script(r),
    );
    const { id } = await world.create(request());
    const { debate, result } = await ended(id);
    expect(debate.status).toBe("completed");
    expect(result.degraded).toMatchObject([
      { what: "the private answer of Ben after round 1", participantId: "p2", round: 1 },
    ]);
    expect(debate.participants.map(({ status }) => status)).toEqual(["active", "active"]);
    expect(debate.conformity?.map(({ stances }) => stances.length)).toEqual([2, 1, 2]);
    expect(debate.conformity?.[1]).toMatchObject({ spread: null, overlap: null, hollow: false, stable: false });
  });

  it("is not measured where all answers are lost", async () => {
    const script = debaters(P);
    world.models.use((r) => (kindOf(r) === "poll" ? { error: { status: 401 } } : script(r)));
    const { id } = await world.create(request({ maxRounds: 1 }));
    const { debate, log } = await ended(id);
    expect(debate.degraded).toHaveLength(4);
    expect(debate).not.toHaveProperty("conformity");
    expect(log.some((e) => e.type === "poll.measured")).toBe(false);
  });

  it("is counted by estimates, which name the families too", async () => {
    const calls = async (body: object) => (await world.post("/v1/estimates", body)).body;
    const [without, withPolls] = [await calls(request({ poll: "off" })), await calls(request())];
    expect(withPolls.likely.calls).toBe(without.likely.calls + 2 * 3);
    expect(withPolls.likely.inputTokens).toBeGreaterThan(without.likely.inputTokens);
    expect(withPolls.families).toEqual({ debaters: ["anthropic", "openai"], judges: ["openai"] });
  });

  it("fits into its model's window, with a summary of what is older", async () => {
    world.models.use(debaters(P, longTurns(250)));
    const { id } = await world.create(windowed(4_000, { maxRounds: 6, judging: "final-only", poll: "private" }));
    const { debate } = await ended(id);
    expect(debate.degraded).toEqual([]);
    expect(debate.conformity).toHaveLength(7);
    const last = asked("poll").filter((r) => pollRound(r) === 6);
    expect(last).toHaveLength(2);
    for (const r of last) expect(textOf(r)).toContain("In brief, summary");
  });

  it("goes over into a fork with the rounds, which may do without it from there on", async () => {
    const { id } = await played(request(), { poll: moving(CAUSED) });
    const { status, body } = await world.post(`/v1/debates/${id}/fork`, { afterRound: 1, changes: { poll: "off" } });
    expect(status).toBe(201);
    const { debate } = await ended(body.id);
    expect(debate.conformity?.map(({ round }) => round)).toEqual([0, 1]);
    expect((await world.transcript(body.id)).polls).toHaveLength(4);
  });
});

describe("a debate with a poll", () => {
  const still = aside([{ stance: 80 }], [{ stance: 20 }]);

  it("ends once stances are stable, from round 3 on, when it is asked to", async () => {
    const { debate, result } = await played(request({ maxRounds: 6, stopWhenStable: true }), { poll: still });
    expect([debate.round, result.endedBy, debate.stopWhenStable]).toEqual([3, "convergence", true]);
    expect(debate.conformity?.map(({ stable }) => stable)).toEqual([false, false, true, true]);
  });

  it("does not end before stances were stable in two rounds running, nor before minRounds", async () => {
    const late = aside(
      [80, 80, 60, 60, 60].map((stance) => ({ stance })),
      [{ stance: 20 }],
    );
    const moved = await played(request({ maxRounds: 6, stopWhenStable: true }), { poll: late });
    expect([moved.debate.round, moved.result.endedBy]).toEqual([4, "convergence"]);
    const least = await played(request({ maxRounds: 6, minRounds: 5, stopWhenStable: true }), { poll: still });
    expect([least.debate.round, least.result.endedBy]).toEqual([5, "convergence"]);
  });

  it("runs to its limit without that", async () => {
    const { debate, result } = await played(request({ maxRounds: 4 }), { poll: still });
    expect([debate.round, result.endedBy]).toEqual([4, "limit"]);
  });

  it("ends on it in convergence-seeking, without being asked to", async () => {
    const { debate, result } = await played(seeking({ maxRounds: 6 }), { poll: still });
    expect([debate.round, result.endedBy]).toEqual([3, "convergence"]);
  });
});

describe("a hollow consensus", () => {
  const converging = { opinion: (round: number) => ({ convergenceReached: round === 3 }), turn: halfRepeats };

  it("ends no debate, whoever found the convergence, and stands in the result's `degraded`", async () => {
    const { debate, result, log } = await played(seeking({ maxRounds: 4, minRounds: 2 }), {
      ...converging,
      poll: moving(null),
    });
    // Neither the judge and the code in round 3 nor the stable stances of rounds 3 and 4.
    expect([debate.round, result.endedBy]).toEqual([4, "limit"]);
    expect(debate.conformity?.map(({ hollow, stable }) => [hollow, stable])).toEqual([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
      [true, true],
    ]);
    expect(result.degraded.map(({ code, round }) => [code, round])).toEqual(
      [1, 2, 3, 4].map((round) => ["hollow_consensus", round]),
    );
    expect(log.find((e) => e.type === "poll.measured" && e["round"] === 1)).toMatchObject({
      conformity: { hollowBecause: ["uncaused_changes"] },
      degradation: { code: "hollow_consensus" },
    });
  });

  it("is told from its honest twin, in which the change names another's turn", async () => {
    const { debate, result } = await played(seeking({ maxRounds: 4, minRounds: 2 }), {
      ...converging,
      poll: moving(CAUSED),
    });
    expect([debate.round, result.endedBy]).toEqual([3, "convergence"]);
    expect(result.degraded).toEqual([]);
  });

  it("keeps a skeptic's content from ending the debate", async () => {
    const script = cast(() => ({ readyForSynthesis: true, score: 9, issues: [] }));
    const reasons = [["Costs are known and low."], ["Everybody else is content."], ["Trams come every minute."]];
    world.models.use((r) => {
      if (kindOf(r) !== "poll") return script(r);
      const who = r.messages.some((m) => m.role === "assistant") ? (isBen(r) ? 1 : 0) : 2;
      return { text: pollJson({ stance: 80, reasons: reasons[who] ?? [] }) };
    });
    const body = skepticRequest({ maxRounds: 4, poll: "private", retrieval: { topK: 0 } });
    const { debate, result } = await ended((await world.create(body)).id);
    expect([debate.round, result.endedBy]).toEqual([4, "limit"]);
    // There is nothing to take a stance on before round 1.
    expect(debate.conformity?.map(({ round, hollow }) => [round, hollow])).toEqual([1, 2, 3, 4].map((r) => [r, true]));
    const task = asked("poll")[0]?.messages.at(-1)?.content;
    expect(task).toContain("how far what is proposed so far, taken together, answers the topic");
  });
});

describe("a poll of dialectic agents", () => {
  it("shows each the transcript of its turns", async () => {
    const script = agents();
    world.models.use((r) => (kindOf(r) === "poll" ? { text: pollJson({ stance: 60 }) } : script(r)));
    const { debate } = await ended((await world.create(dialecticRequest({ poll: "private" }))).id);
    expect(debate.conformity?.map(({ round }) => round)).toEqual([1, 2]);
    const ofAda = asked("poll").find((r) => !isBen(r) && pollRound(r) === 1);
    const shown = ofAda?.messages.flatMap(({ role, content }) =>
      [...content.matchAll(/\[(proposal|critique|refinement) (Ada|Ben) 1/g)].map(
        ([, kind, who]) => `${role} ${kind} ${who}`,
      ),
    );
    expect(shown).toEqual([
      "assistant proposal Ada",
      "user proposal Ben",
      "assistant critique Ada",
      "user critique Ben",
      "assistant refinement Ada",
      "user refinement Ben",
    ]);
    expect(textOf(ofAda as ModelRequest)).not.toContain("architect");
    for (const r of world.models.journal) expect(textOf(r)).not.toContain("I hold it at 60");
  });
});

describe("`agreement`", () => {
  const line = /as readily as (\d+) of 100 says/;

  it("is one line in the prompts of speakers who may move, and none when it is unset", async () => {
    await played(seeking({ poll: "off", agreement: 70, maxRounds: 2 }));
    for (const r of asked("turn")) expect(line.exec(textOf(r))?.[1]).toBe("70");
    for (const kind of ["assessment", "verdict"]) for (const r of asked(kind)) expect(textOf(r)).not.toMatch(line);
    world.models.forget();
    await played(seeking({ poll: "off", maxRounds: 2 }));
    expect(asked("turn")).not.toEqual([]);
    for (const r of world.models.journal) expect(textOf(r)).not.toMatch(line);
  });

  it("is refused where positions are to be held", async () => {
    const { status, body } = await world.post("/v1/debates", request({ agreement: 70 }));
    expect([status, body.errors]).toMatchObject([422, [{ pointer: "/agreement" }]]);
  });
});
