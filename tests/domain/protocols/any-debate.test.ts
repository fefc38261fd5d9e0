import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reduceLog } from "../../../domain/play/state/reduce.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import { PROTOCOLS, takes } from "../../../domain/rules/protocols/registry.protocol.ts";
import type { Option } from "../../../domain/shapes/define-option.ts";
import type { ProtocolName } from "../../../domain/shapes/format-names.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import { isTerminal, move } from "../../../domain/shapes/lifecycle.shape.ts";
import { OPTIONS } from "../../../domain/shapes/options.shape.ts";
import type { DebatePlan } from "../../../domain/shapes/plan/plan.ts";
import { pointersTo } from "../../../domain/shapes/problems.shape.ts";
import { runs, someOf } from "../../support/debates/runs.ts";
import { playAtRandom, type Rare } from "../../support/random/debate.ts";
import { planOfRequest, validRequest } from "../../support/random/valid-requests.ts";
import { toWhole } from "../../support/random/whole.ts";

/** Requests of each protocol. To draw one takes longer than to play it, so each is played several times. */
const RUNS = Number(process.env.DEBATE_RUNS ?? runs(40));
const PLAYED = 8;
const LONGEST_MS = Math.max(120_000, RUNS * 1_000);

/** Numbers for the dice; when they are used up they come again. */
const throws = fc.array(fc.nat(9_999), { minLength: 50, maxLength: 400 });
const games = fc.array(throws, { minLength: PLAYED, maxLength: PLAYED });

const NAMES = Object.keys(PROTOCOLS) as ProtocolName[];
const anyRequestOf = (protocol: ProtocolName) =>
  fc.oneof(...FORMATS.filter((name) => FORMATS_BY_NAME[name].protocol === protocol).map(validRequest));

describe.each(NAMES)("a debate of the %s protocol", (protocol) => {
  const anyRequest = anyRequestOf(protocol);

  it(
    "asks for nothing illegal and ends, whatever happens, and its log makes its state",
    () => {
      const met: Rare[] = [];
      fc.assert(
        fc.property(anyRequest, games, (request, all) => {
          for (const numbers of all) met.push(...play(planOfRequest(request), numbers).met);
        }),
        // It prints the seed. To make the failure smaller takes minutes: leave out `endOnFailure` for that.
        { numRuns: RUNS, endOnFailure: true },
      );
      const counts = Object.entries(Object.groupBy(met, (rare) => rare)).map(
        ([rare, all]) => `${rare} in ${all.length}`,
      );
      process.stdout.write(`${protocol}: ${[`${RUNS * PLAYED} debates`, ...counts.toSorted()].join("; ")}\n`);
    },
    LONGEST_MS,
  );
});

/** What debates of each protocol meet, at least once in 160. */
const MEETS: Record<ProtocolName, Rare[]> = {
  judged: [
    "a fallback takes a seat",
    "a judge or a voter is late after a quorum",
    "a round is assessed beside the next",
    "a speaker is late after a quorum",
  ],
  dialectic: ["a fallback takes a seat"],
  "proposer-skeptic": ["a fallback takes a seat"],
  question: ["a fallback takes a seat", "a speaker is late after a quorum"],
  council: ["a fallback takes a seat", "a speaker is late after a quorum"],
};

// So that the property above tries what it says it tries.
describe.each(someOf(NAMES))("what is drawn of the %s protocol", (protocol) => {
  const { sequentialBecause } = PROTOCOLS[protocol];
  const isTaken = (path: string) => takes(PROTOCOLS[protocol], path);
  const anyRequest = anyRequestOf(protocol);

  it("has every option that it takes, and reaches every ending", () => {
    const drawn = fc.sample(fc.tuple(anyRequest, games), { seed: 9, numRuns: 160 });
    const requests = drawn.map(([request]) => request);
    for (const [path, field] of Object.entries<Option>(OPTIONS).filter(([name]) => isTaken(name))) {
      const values = requests.flatMap((request) => valuesAt(request, path));
      const isRefused = (value: unknown) => path === "mode" && sequentialBecause && value === "simultaneous";
      for (const value of valuesIn(field)) if (!isRefused(value)) expect(values, path).toContain(value);
    }
    const played = drawn.flatMap(([request, all]) =>
      all.slice(0, 1).map((numbers) => play(planOfRequest(request), numbers)),
    );
    const ends = new Set(played.map(({ state }) => state.status));
    expect([...ends].toSorted()).toEqual(["cancelled", "completed", "failed"]);
    const happened = played.flatMap(({ events }) => events.map(({ type }) => type));
    for (const type of ["participant.dropped", "decision.requested", "decision.made", "round.timed_out"])
      expect(happened).toContain(type);
    expect([...new Set(played.flatMap(({ met }) => [...met]))].toSorted()).toEqual(MEETS[protocol]);
    const isSettled = played.some(({ state }) => state.result && state.round === 0);
    expect(isSettled).toBe(isTaken("skipIfUnanimous"));
  });
});

function valuesIn(field: Option): readonly unknown[] {
  if (field.kind === "choice") return field.choices;
  return field.kind === "flag" ? [true, false] : [field.min, field.max];
}

function play(plan: DebatePlan, numbers: number[]) {
  let thrown = 0;
  // Moved on by one at each repeat, so that no short list can go round in circles for ever.
  const roll = (sides: number) => {
    const lap = Math.floor(thrown / numbers.length);
    return ((numbers[thrown++ % numbers.length] ?? 0) + lap) % sides;
  };
  const played = playAtRandom(plan, roll);
  const { state, events } = played;
  expect(isTerminal(state.status)).toBe(true);
  expect(state.round).toBeLessThanOrEqual(plan.maxRounds);
  const log = JSON.parse(JSON.stringify(events.map(toWhole))) as ReturnType<typeof toWhole>[];
  expect(reduceLog(initialState(plan), log)).toEqual(state);
  const legal = MOVES.filter((on) => move({ ...BARE, status: state.status }, on) !== null);
  expect(legal).toEqual([]);
  return played;
}

function valuesAt(request: object, path: string): unknown[] {
  return pointersTo(request, path.split("/")).map((pointer) => {
    const keys = pointer.split("/").slice(1);
    return keys.reduce((value: unknown, key) => (value as Record<string, unknown>)[key], request);
  });
}

const MOVES = ["pause", "resume", "stop", "retry", "start", "submitAnswers", "decide", "faulted", "asked"] as const;
const BARE = {
  remembered: "running",
  pausing: true,
  problems: 0,
  wholeTurns: 3,
  turnsInFlight: 1,
  retries: 0,
  awaitingAnswers: true,
} as const;
