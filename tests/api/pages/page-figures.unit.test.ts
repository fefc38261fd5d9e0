/** The figures behind the watch page's pictures: what the story of a log's events comes to. */
import { describe, expect, test } from "vitest";
import type { Ballot, Debate, Rejudgement, WireEvent } from "../../../api/pages/browser/base/wire.page-base.ts";
import { gridOf, meansOf } from "../../../api/pages/browser/figures/ballots.figure.ts";
import { type Call, callsIn } from "../../../api/pages/browser/figures/calls.figure.ts";
import { positionsOver } from "../../../api/pages/browser/figures/positions.figure.ts";
import { rulingsOf } from "../../../api/pages/browser/figures/rulings.figure.ts";
import { spentOver } from "../../../api/pages/browser/figures/spending.figure.ts";
import { clock, rowsOf } from "../../../api/pages/browser/figures/timeline.ts";
import { roundsIn, trendsIn } from "../../../api/pages/browser/figures/trends.figure.ts";
import { votesIn } from "../../../api/pages/browser/figures/votes.figure.ts";
import { addEvent, catchUp, emptyStory } from "../../../api/pages/browser/live/story.live.ts";

type Event = { type: string; at: string } & Record<string, unknown>;

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 12) + seconds * 1_000).toISOString();
const ms = (seconds: number) => Date.parse(at(seconds));
const usage = (input: number, output: number) => ({ inputTokens: input, outputTokens: output, calls: 1 });

const wire = (id: number, event: Event) => ({ ...event, id }) as WireEvent;

function told(events: Event[]) {
  const story = emptyStory();
  for (const [i, event] of events.entries()) addEvent(story, wire(i + 1, event));
  return story;
}

const TURN = { round: 1, phase: "response", participantId: "p1", turnId: "g1-r1-t1" };
const said = (seconds: number, changes: object = {}) => ({
  id: TURN.turnId,
  participantId: "p1",
  round: 1,
  phase: "response",
  status: "whole",
  text: "So.",
  at: at(seconds),
  latencyMs: 2_000,
  firstTokenMs: 500,
  costUsd: 0.02,
  usage: usage(100, 20),
  attempt: 2,
  ...changes,
});
const RETRIED: Event[] = [
  { type: "turn.started", at: at(0), ...TURN, attempt: 1 },
  {
    type: "turn.failed",
    at: at(3),
    ...TURN,
    attempt: 1,
    kind: "overloaded",
    message: "too many requests",
    waitMs: 1_000,
    usage: usage(10, 0),
    costUsd: 0.01,
  },
  { type: "turn.restarted", at: at(4), ...TURN, attempt: 2, kind: "overloaded", message: "too many requests" },
  { type: "turn.completed", at: at(6.1), ...TURN, turn: said(6) },
];

describe("The calls of a log", () => {
  test("are the attempts at a turn, of which a failed one says why and that it was tried again.", () => {
    const turn = { who: "p1", what: "response" };
    expect(callsIn(told(RETRIED).entries)).toMatchObject([
      {
        ...turn,
        from: ms(0),
        first: null,
        to: ms(3),
        failure: "too many requests",
        again: true,
        usd: 0.01,
        tokens: 10,
      },
      { ...turn, from: ms(4), first: ms(4.5), to: ms(6), failure: null, again: false, usd: 0.02, tokens: 120 },
    ]);
  });

  test("under way have a beginning, a first word once somebody heard one, and no end.", () => {
    const story = told(RETRIED.slice(0, 3));
    expect(callsIn(story.entries)[1]).toMatchObject({ from: ms(4), first: null, to: null, failure: null });
    addEvent(story, wire(4, { type: "turn.delta", at: at(5), ...TURN, attempt: 2, text: "So" }));
    expect(callsIn(story.entries)[1]).toMatchObject({ from: ms(4), first: ms(5), to: null });
  });

  test("stay the same when a reader who came late hears the rest of a turn once more.", () => {
    const story = told(RETRIED.slice(0, 3));
    const before = structuredClone(callsIn(story.entries));
    for (const event of RETRIED.slice(1, 3)) catchUp(story, wire(2, event));
    expect(callsIn(story.entries)).toEqual(before);
  });

  test("are those of judges too: positions, votes, ballots, summaries, assessments and failures.", () => {
    const paid = (seconds: number) => ({ usage: usage(5, 5), costUsd: 0, latencyMs: 1_000, at: at(seconds) });
    const { entries } = told([
      { type: "positions.assigned", ...paid(1), positions: [] },
      { type: "clarification.collected", ...paid(2), participantId: "p2" },
      { type: "vote.completed", at: at(3), when: "before", vote: { judge: "a/b", vote: "for", ...paid(3) } },
      { type: "context.summarized", at: at(4), round: 1, participantId: null, summary: paid(4) },
      { type: "judge.failed", at: at(5), round: 1, actId: "g1-r1-assessment", message: "no JSON", waitMs: null },
      { type: "ballot.completed", at: at(6), round: 1, ballot: { judge: "a/b", order: "given", ...paid(6) } },
    ]);
    const calls = callsIn(entries);
    expect(calls.map(({ who, what }) => `${who} ${what}`)).toEqual([
      "judge positions",
      "p2 questions",
      "judge vote before",
      "judge summary",
      "judge attempt",
      "judge ballot",
    ]);
    expect(calls.map(({ from, to }) => Number(to) - from)).toEqual([1_000, 1_000, 1_000, 1_000, 0, 1_000]);
    expect(calls[4]).toMatchObject({ failure: "no JSON", again: false });
  });

  test("leave out positions that were given, since nobody was asked.", () => {
    const none = { usage: { ...usage(0, 0), calls: 0 }, costUsd: 0, latencyMs: 0 };
    expect(callsIn(told([{ type: "positions.assigned", at: at(1), ...none }]).entries)).toEqual([]);
  });

  test("add up to what was spent, those that failed included.", () => {
    expect(spentOver(told(RETRIED).entries)).toEqual({
      start: ms(0),
      spent: [
        { at: ms(3), usd: 0.01, tokens: 10 },
        { at: ms(6), usd: 0.03, tokens: 130 },
      ],
    });
  });
});

describe("A timeline", () => {
  const call = (who: string, from: number, to: number | null, round = 1) => ({ who, from, to, round }) as Call;

  test("puts calls that overlap side by side, and calls that follow each other on one track.", () => {
    const calls = [call("p1", 0, 10), call("judge", 10, 20), call("judge", 12, 22), call("judge", 25, 30)];
    const [row] = rowsOf(calls, { most: 9, now: 30 });
    expect(row?.lanes.map(({ who, tracks }) => [who, tracks.map((track) => track.length)])).toEqual([
      ["p1", [1]],
      ["judge", [2, 1]],
    ]);
  });

  test("begins a new row with a new round once a row is full.", () => {
    const calls = [1, 1, 1, 2, 2, 3].map((round, i) => call("p1", i, i + 1, round));
    const rows = rowsOf(calls, { most: 2, now: 6 });
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 5],
      [5, 6],
    ]);
  });

  test("draws an hour in which nobody spoke short, and keeps the order and the length of all else.", () => {
    const HOUR = 3_600_000;
    const calls = [call("p1", 0, 5_000), call("p2", HOUR, HOUR + 5_000)];
    const [row] = rowsOf(calls, { most: 9, now: 0 });
    if (!row) throw new Error("there is no row");
    const x = clock(row, { start: 0, end: 120, pausePx: 20 });
    expect([0, 2_500, 5_000, HOUR, HOUR + 5_000].map(x)).toEqual([0, 25, 50, 70, 120]);
  });
});

const assessment = (round: number, changes: object = {}): Event => ({
  type: "assessment.completed",
  at: at(round * 10),
  round,
  assessment: {
    round,
    qualityScore: 7,
    assessments: [
      { participant: "p1", score: 6, scores: { Novelty: 4, logic: 8 } },
      { participant: "p2", score: 6, scores: { Novelty: 7, logic: 5 } },
    ],
    flags: { repetitive: false, drifting: true, diminishingReturns: false, convergenceReached: false },
    usage: usage(1, 1),
    ...changes,
  },
});

describe("The trends of rounds", () => {
  test("tell the judge's quality, novelty and flags apart from what was measured.", () => {
    const measured = {
      repetition: [{ turnId: TURN.turnId }],
      drifting: ["p2"],
      diminishingReturns: true,
      trends: { quality: "declining", novelty: null },
    };
    const { entries } = told([...RETRIED, assessment(1, { measured })]);
    expect(roundsIn(entries)).toMatchObject([
      {
        round: 1,
        quality: 7,
        novelty: 5.5,
        repeating: 1,
        flags: { repetitive: false, drifting: true },
        measured: { repeating: [TURN.turnId], drifting: ["p2"], diminishing: true },
      },
    ]);
    expect(trendsIn(entries)).toEqual(["quality declining"]);
  });

  test("say nothing of what was not measured, or has no criterion.", () => {
    const { entries } = told([assessment(1, { assessments: [] })]);
    expect(roundsIn(entries)).toMatchObject([{ novelty: null, repeating: null, measured: null }]);
  });
});

describe("Positions over the rounds", () => {
  const debate = {
    participants: [
      { id: "p1", position: "Ban them." },
      { id: "p2", position: "Keep them." },
    ],
  } as Debate;

  test("are held until they change.", () => {
    const flip = { participant: "p2", from: "Keep them.", to: "A toll.", cause: "E1", prompted: true };
    const { entries } = told([assessment(1), assessment(2, { flips: [] }), assessment(3, { flips: [flip] })]);
    const found = positionsOver(debate, entries);
    expect(found?.rounds).toEqual([1, 2, 3]);
    expect(Object.fromEntries(found?.held ?? [])).toEqual({
      p1: [{ from: 1, to: 3, text: "Ban them." }],
      p2: [
        { from: 1, to: 2, text: "Keep them." },
        { from: 3, to: 3, text: "A toll." },
      ],
    });
  });

  test("are not drawn where no judge was asked for them.", () => {
    expect(positionsOver(debate, told([assessment(1)]).entries)).toBeNull();
  });
});

describe("Ballots and votes", () => {
  const ballot = (id: string, judge: string, order: string, changes: object = {}) =>
    ({ id, judge, order, winner: "p1", scores: { p1: 80, p2: 60 }, valid: true, ...changes }) as Ballot;

  test("stand by judge and order, a model that sits twice in two rows, and what is not there left open.", () => {
    const { orders, rows } = gridOf([
      ballot("g1-b1-given", "a/b", "given"),
      ballot("g1-b2-given", "a/b", "given"),
      ballot("g1-b1-reversed", "a/b", "reversed"),
    ]);
    expect(orders).toEqual(["given", "reversed"]);
    expect(rows.map(({ judge, cells }) => [judge, ...cells.map((cell) => cell?.id)])).toEqual([
      ["a/b", "g1-b1-given", "g1-b1-reversed"],
      ["a/b", "g1-b2-given", undefined],
    ]);
  });

  test("have means of the valid ones alone.", () => {
    const spoilt = ballot("g1-b2-given", "a/c", "given", { valid: false, scores: { p1: 0, p2: 0 } });
    const other = ballot("g1-b1-reversed", "a/b", "reversed", { scores: { p1: 70, p2: 90 } });
    expect(Object.fromEntries(meansOf([ballot("g1-b1-given", "a/b", "given"), spoilt, other]))).toEqual({
      p1: 75,
      p2: 75,
    });
  });

  test("are counted from the log until there is a result.", () => {
    const vote = (when: string, choice: string): Event => ({
      type: "vote.completed",
      at: at(1),
      when,
      vote: { vote: choice },
    });
    const { entries } = told([vote("before", "for"), vote("before", "undecided")]);
    const unjudged = { result: null } as Debate;
    const before = { for: 1, against: 0, undecided: 1 };
    expect(votesIn(unjudged, entries)).toEqual({ before, after: null });
    expect(votesIn(unjudged, [])).toBeNull();
  });
});

describe("Rulings side by side", () => {
  const verdict = { winner: { participant: "p1" }, qualityScore: 70, scores: { p1: 70, p2: 60 } };
  const result: object = { type: "verdict", contested: false, agreement: null, verdict };
  const judge: object = { model: "a/b", panel: [] };
  const brief: object = { id: "j1", status: "completed", judge, winner: "p2", contested: false };

  test("are none while nobody judged again.", () => {
    expect(rulingsOf({ judge, result } as Debate, [])).toEqual([]);
  });

  test("begin with the debate's own, and tell of another in brief until it is known whole.", () => {
    const debate = { judge, result, rejudgements: [brief] } as Debate;
    const own = { mark: "V", winner: "p1", quality: 70 };
    expect(rulingsOf(debate, [])).toMatchObject([own, { mark: "1", winner: "p2", quality: null, scores: null }]);
    const theirs = { ...verdict, winner: { participant: "p2" }, qualityScore: 50 };
    const whole: object = { ...brief, result: { ...result, verdict: theirs } };
    expect(rulingsOf(debate, [whole as Rejudgement])).toMatchObject([
      own,
      { winner: "p2", quality: 50, scores: { p1: 70 } },
    ]);
  });
});
