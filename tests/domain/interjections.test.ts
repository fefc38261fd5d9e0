import { describe, expect, it } from "vitest";
import { fencesOf } from "../../domain/prompts/fences/fences.ts";
import { newestProposals, perspective } from "../../domain/prompts/parts/perspective.ts";
import { conversation, visibleTurns } from "../../domain/prompts/parts/transcript.prompt-part.ts";
import { initialState } from "../../domain/rules/protocols/initial-state.ts";
import type { DebateConfig } from "../../domain/shapes/plan/config.plan.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { interjectionId, placeOf, shownTo, withInterjections } from "../../domain/shapes/state/interjections.state.ts";
import type { InterjectionRef } from "../../domain/shapes/state/state.ts";
import { planFor } from "../support/random/plans.ts";

const plan = planFor({ maxRounds: 2 });
const fresh = initialState(plan);
const inRound = (round: number, taken: number[]) => ({ ...fresh, round, roundOver: false, taken });
const refAt = (round: number, index: number, to?: string): InterjectionRef => ({
  id: `g1-r${round}-i1`,
  note: "n",
  round,
  index,
  ...(to && { to }),
  at: "2026-11-21T12:00:00.000Z",
});

describe("the place of an interjection", () => {
  it("is behind every turn of the round that has begun", () => {
    expect(placeOf(plan, inRound(1, [1]), [2])).toEqual({ round: 1, index: 2 });
    expect(placeOf(plan, inRound(1, [1]), [])).toEqual({ round: 1, index: 1 });
    expect(placeOf(plan, inRound(2, []), [])).toEqual({ round: 2, index: 0 });
  });

  it("opens the next round between rounds, and ends the last one", () => {
    expect(placeOf(plan, fresh, [])).toEqual({ round: 1, index: 0 });
    expect(placeOf(plan, { ...inRound(1, [1, 2]), roundOver: true }, [])).toEqual({ round: 2, index: 0 });
    expect(placeOf(plan, { ...inRound(2, [1, 2]), roundOver: true }, [])).toEqual({ round: 2, index: 2 });
  });

  it("never takes the id of another", () => {
    const after = { ...fresh, interjections: [refAt(1, 0)] };
    expect([interjectionId(fresh, 1), interjectionId(after, 1)]).toEqual(["g1-r1-i1", "g1-r1-i2"]);
  });
});

const turn = (round: number, index: number, changes: Partial<Turn> = {}) =>
  ({
    id: `g1-r${round}-t${index}`,
    participantId: `p${index}`,
    participant: `Speaker ${index}`,
    round,
    index,
    phase: "response",
    text: `${round}.${index}`,
    status: "whole",
    ...changes,
  }) as Turn;
const among = (turns: Turn[], ...refs: InterjectionRef[]) => withInterjections(turns, refs, async () => "remark");

describe("who is shown an interjection", () => {
  it("is everybody, or the one it is for", () => {
    const refs = [refAt(1, 0), refAt(1, 1, "p2")];
    expect(shownTo(refs, "p1")).toHaveLength(1);
    expect(shownTo(refs, "p2")).toHaveLength(2);
    expect(shownTo(undefined, "p1")).toEqual([]);
  });

  it("is whoever begins after it, also where all begin at once", async () => {
    const heard = await among([turn(1, 1), turn(1, 2)], refAt(1, 1), refAt(2, 0));
    const ids = (sees: { round: number; index: number }) =>
      visibleTurns(heard, { ...sees, count: 0 }).map((t) => t.text);
    expect(ids({ round: 1, index: 1 })).toEqual([]);
    expect(ids({ round: 1, index: 2 })).toEqual(["1.1", "remark"]);
    expect(ids({ round: 2, index: 0 })).toEqual(["1.1", "remark", "1.2", "remark"]);
  });

  it("reads one that opened a round before its own turn of that round, as it did when it spoke", async () => {
    const heard = await among([turn(1, 1), turn(1, 2)], refAt(1, 0));
    const blocks = conversation(heard, { participantId: "p2", mode: "simultaneous", fences: fencesOf({}) });
    expect(blocks.map((b) => b.role)).toEqual(["user", "assistant", "user"]);
    expect(blocks[0]?.text).toContain("remark");
  });
});

describe("an interjection in a dialectic debate", () => {
  const config = { participants: [{ id: "p1" }, { id: "p2" }] } as DebateConfig;
  const proposals = [turn(1, 1, { phase: "proposal" }), turn(1, 2, { phase: "proposal" })];
  const critiques = [
    turn(1, 3, { phase: "critique", participantId: "p1", targetId: "g1-r1-t2" }),
    turn(1, 4, { phase: "critique", participantId: "p2", targetId: "g1-r1-t1" }),
  ];
  const refinements = [turn(1, 5, { phase: "refinement", participantId: "p1" })];

  it.each([
    [0, 0],
    [2, 2],
    [4, 4],
    [5, 5],
  ])("behind turn %i stands behind the phase that was under way", async (index, place) => {
    const heard = await among([...proposals, ...critiques, ...refinements], refAt(1, index));
    const blocks = perspective(heard, { participantId: "p1", round: 2, config });
    expect(blocks.findIndex((b) => b.text.includes("remark"))).toBe(place);
  });

  it("is nobody's proposal", async () => {
    expect([...newestProposals(await among(proposals, refAt(1, 2))).keys()]).toEqual(["p1", "p2"]);
  });
});
