import { describe, expect, it } from "vitest";
import { forkedConfig, prefixOf, recordsOf, stateAfter, wholeRounds } from "../../../domain/around/branches/fork.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { withRequest } from "../../../domain/play/beginning/revision.ts";
import { DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import { assessment, event, turn, usage } from "../../api/events/debate-events.ts";
import { catalogue } from "../../api/requests.ts";
import { planFor, SHORT } from "../../support/random/plans.ts";

const request = {
  topic: "Tea or coffee?",
  format: "round-limited",
  maxRounds: 3,
  context: "At noon.",
  participants: [
    { name: "Ada", model: "demo/debater", position: "Tea.", instructions: "Be kind." },
    { id: "ben", name: "Ben", model: "demo/debater" },
  ],
  start: false,
};
const parsed = configOf(DebateRequest.parse(request), catalogue);
const assigned = {
  position: "Coffee.",
  positionSource: "assigned" as const,
  persona: "A barista",
  keyArguments: ["It wakes."],
};
const original = withRequest(
  { ...parsed, participants: parsed.participants.map((p) => (p.id === "ben" ? { ...p, ...assigned } : p)) },
  request,
  SHORT,
);
const forked = (changes: unknown, afterRound = 1) =>
  forkedConfig(original, { changes, afterRound, catalogue, defaults: SHORT });
const problemsOf = (changes: unknown, afterRound?: number) =>
  forked(changes, afterRound).problems.map((p) => p.pointer);

describe("the configuration of a fork", () => {
  it("is the original's where nothing changes, with the positions that were assigned", () => {
    const { config } = forked({});
    const { request: asked, defaults: _, ...rest } = config ?? original;
    const { request: _its, defaults: __, ...before } = original;
    // The judge that the original took by default is named in the fork's request.
    expect(before.warnings).toEqual([{ code: "judge-chosen", detail: "no judge was named: demo/judge judges" }]);
    expect(rest).toEqual({ ...before, warnings: [] });
    expect(asked).not.toHaveProperty("start");
    expect(asked).toMatchObject({ judge: { model: "demo/judge" }, participants: [{ id: "p1" }, { id: "ben" }] });
  });

  it("takes what is settled of participants from the original, and the rest from the patch", () => {
    const { config } = forked({ participants: [{ model: "demo/judge" }, { name: "Ben", model: "demo/debater" }] });
    expect(config?.participants).toMatchObject([
      { id: "p1", name: "Ada", model: "judge", position: "Tea." },
      { id: "ben", name: "Ben", ...assigned },
    ]);
    expect(config?.participants[0]?.instructions).toBeUndefined();
  });

  it.each([
    [{ topic: "Another?" }, ["/changes/topic"]],
    [{ context: null, mode: "simultaneous" }, ["/changes/context", "/changes/mode"]],
    [
      { participants: [{ model: "demo/debater", position: "Milk." }, {}] },
      ["/changes/participants/0/position", "/changes/participants/1/model"],
    ],
    [{ participants: null }, ["/changes/participants"]],
    [{ maxRounds: 1, minRounds: 2 }, ["/changes/minRounds"]],
    [{ start: true }, ["/changes/start"]],
    [JSON.parse('{"metadata":{"__proto__":1}}'), ["/changes/metadata/__proto__"]],
    [{ judge: { panel: 8 } }, ["/changes/judge/panel"]],
  ])("is refused with its pointers: %j", (changes, pointers) => {
    expect(problemsOf(changes)).toEqual(pointers);
  });

  it("may name what is settled as it is, and has at least as many rounds as were taken over", () => {
    expect(
      problemsOf({ topic: request.topic, participants: [request.participants[0], request.participants[1]] }),
    ).toEqual([]);
    expect(problemsOf({ maxRounds: 2 }, 2)).toEqual([]);
    expect(problemsOf({ maxRounds: 1 }, 2)).toEqual(["/changes/maxRounds"]);
  });

  it("has a control arm or none where no round is taken over, and else as its original", () => {
    expect(problemsOf({ controlArm: true, skipIfUnanimous: true }, 0)).toEqual([]);
    expect(problemsOf({ controlArm: true }, 1)).toEqual(["/changes/controlArm"]);
  });

  it("can not be made of a debate whose request is not stored", () => {
    const { request: _, ...imported } = original;
    const made = forkedConfig(imported, { changes: {}, afterRound: 1, catalogue, defaults: SHORT });
    expect(made).toMatchObject({ config: null, problems: [{ pointer: "/changes" }] });
  });
});

describe("the beginning of a log that a fork takes over", () => {
  const about = { round: 1, phase: "opening", participantId: "p1", turnId: turn().id };
  const status = { status: "running", phase: null, round: 0, pausing: false, by: "initialized" } as const;
  const configured = { revision: "r", participants: ["p1", "p2"], clarifies: false, dialectic: false };
  const log = [
    event("debate.created", { format: "round-limited", maxRounds: 2, problems: [] }),
    event("debate.status", { ...status, configured }),
    event("round.started", { round: 1 }),
    event("turn.delta", { ...about, attempt: 1, text: "Cars" }),
    event("turn.completed", { ...about, turn: turn() }),
    event("assessment.completed", { round: 1, assessment: assessment() }),
    event("round.completed", { round: 1, usage: usage(), costUsd: 0 }),
    event("debate.status", { ...status, round: 1, pausing: true, by: "pause" }),
    event("round.started", { round: 2 }),
  ].map((e, i) => ({ ...e, id: i + 1 }));
  const forkedFrom = { id: "deb-1", afterRound: 1 };
  const created = { format: "round-limited", maxRounds: 5, forkedFrom };

  it("ends with its round, is numbered anew and says where it comes from", () => {
    expect(wholeRounds(log)).toBe(1);
    expect(wholeRounds(log.slice(0, 4))).toBe(0);
    const prefix = prefixOf(log, { afterRound: 1, created });
    expect(prefix.map((e) => [e.id, e.type])).toEqual([
      [1, "debate.created"],
      [2, "debate.status"],
      [3, "round.started"],
      [4, "turn.completed"],
      [5, "assessment.completed"],
      [6, "round.completed"],
    ]);
    expect(prefix[0]).toMatchObject({ at: log[0]?.at, data: { maxRounds: 5, forkedFrom, problems: [] } });
    expect(prefix[1]?.data).toEqual(status);
    expect(prefixOf(log, { afterRound: 0, created })).toEqual([]);
    expect(log[1]?.data).toHaveProperty("configured");
  });

  it("leads to the state in which the next round begins", () => {
    const prefix = prefixOf(log, { afterRound: 1, created });
    expect(stateAfter(planFor(), prefix)).toMatchObject({
      status: "running",
      round: 1,
      roundOver: true,
      wholeTurns: 1,
      pausing: false,
      assessments: [{ round: 1 }],
    });
    expect(recordsOf(prefix)).toEqual({
      ballots: [],
      claims: [],
      confirmed: [],
      alone: [],
      counts: [],
      rankings: [],
      polls: [],
      conformity: [],
      turns: [turn()],
      assessments: [assessment()],
      votes: [],
      summaries: [],
      decisions: [],
      evaluations: [],
    });
  });

  it("carries no pause and no used-up retries into the fork", () => {
    const before = { ...stateAfter(planFor(), log), retries: 3 };
    expect(before.pausing).toBe(true);
    const own = { ...event("debate.status", { ...status, round: 1, by: "fork" }), id: 9 };
    expect(stateAfter(planFor(), [...log.slice(0, 8), own])).toMatchObject({ pausing: false, retries: 0 });
  });
});
