import { describe, expect, it, vi } from "vitest";
import type { ActivityDeps } from "../../activities/base/deps.ts";
import { checked, isOwed } from "../../activities/turn/check-turn.ts";
import { measuredByWords } from "../../activities/turn/measure-turn.ts";
import { UNCOMPARED } from "../../domain/judge/signals/meaning.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { configFor, turnOf, turnSpec } from "../support/debates/transcripts.ts";

const model = "openai/text-embedding-3-small";
const config = configFor({ format: "roundtable", judging: "final-only" });
const earlier = turnOf(config, { round: 1, index: 1 }, { text: "Trams are quiet." });
const turn = turnOf(config, { round: 1, index: 2 }, { text: "One hears nothing of them.", attempt: 1 });

/** A store that keeps what is replaced, and vectors that find all turns alike. */
function setting(likeness = async () => () => 0.9) {
  const replace = vi.fn(async (_debate: unknown, _kind: unknown, value: Turn) => value);
  const deps = { store: { records: { replace } }, turnVectors: { model, likeness } } as unknown as ActivityDeps;
  const act = { debate: { tenant: "default", debateId: "d" }, signal: new AbortController().signal };
  const spec = turnSpec(config, { round: 1, index: 2 });
  const measuring = (of: Turn, changes: object = {}) => ({
    act,
    spec,
    call: { config: { ...config, ...changes }, turns: [earlier] },
    turn: of,
  });
  return { deps, replace, measuring };
}

describe("a turn that is compared by meaning", () => {
  it("is stored before, and says until then that the comparison was cut short", () => {
    const { deps, measuring } = setting();
    const stored = measuredByWords(deps, measuring(turn));
    expect(stored).toMatchObject({ repetition: null, embedding: { model, failure: UNCOMPARED } });
    expect([isOwed(stored, { attempt: 2 }), isOwed(stored, { attempt: 3 }), isOwed(turn, { attempt: 2 })]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("is compared when it is found stored, and stored again with what was found", async () => {
    const { deps, replace, measuring } = setting();
    const stored = measuredByWords(deps, measuring(turn));
    const found = { repetition: { with: earlier.id, overlap: 0.9, by: "cosine" }, embedding: { model, failure: null } };
    expect(await checked(deps, measuring(stored))).toMatchObject(found);
    expect(replace).toHaveBeenCalledOnce();
  });

  it("keeps what its words showed when the embedding model fails", async () => {
    const { deps, measuring } = setting(() => Promise.reject(new Error("sk-secret")));
    const stored = measuredByWords(deps, measuring(turn));
    const kept = await checked(deps, measuring(stored));
    expect(kept).toMatchObject({ repetition: null, embedding: { model, failure: "no vectors" } });
  });
});

describe("a turn is not compared by meaning", () => {
  it.each<[string, Partial<Turn>, object]>([
    ["when its words repeat another", { text: earlier.text }, {}],
    ["when the assessment of its round will do it", {}, { judging: "every-round" }],
  ])("%s", (_when, changes, about) => {
    const { deps, measuring } = setting();
    const stored = measuredByWords(deps, measuring({ ...turn, ...changes }, about));
    expect(stored.repetition === undefined).toBe(false);
    expect(stored.embedding).toBeUndefined();
  });

  it("nor by words, when it is a synthesis", () => {
    const { deps, measuring } = setting();
    expect(measuredByWords(deps, measuring({ ...turn, phase: "synthesis" }))).not.toHaveProperty("repetition");
  });
});
