import { describe, expect, it } from "vitest";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";
import { SHORT } from "../../support/random/plans.ts";

const speaker = (role: string, changes: object = {}) => ({
  name: `The ${role}`,
  role,
  model: "openai/standard",
  ...changes,
});
const good = {
  topic: "How?",
  format: "proposer-skeptic",
  participants: ["proposer", "skeptic", "synthesizer"].map((r) => speaker(r)),
};
const check = (changes: object, catalogue = catalogueOf()) => checkRequest({ ...good, ...changes }, catalogue);
const config = (changes: object = {}, catalogue = catalogueOf()) => {
  const { request, problems } = check(changes, catalogue);
  if (!request) throw new Error(JSON.stringify(problems));
  return configOf(request, catalogue);
};

describe("a request for proposer-skeptic", () => {
  it.each([
    ["a judge", { judge: { model: "openai/standard" } }, "/judge"],
    ["a time to judge", { judging: "every-round" }, "/judging"],
    ["simultaneous turns", { mode: "simultaneous" }, "/mode"],
    [
      "a participant without a role",
      { participants: [{ name: "Ada", model: "openai/standard" }] },
      "/participants/0/role",
    ],
    ["a role of another format", { participants: [speaker("architect")] }, "/participants/0/role"],
    [
      "a role twice",
      { participants: [speaker("skeptic"), speaker("skeptic", { name: "Ben" })] },
      "/participants/1/role",
    ],
    ["a mark out of range", { earlyStopScore: 11 }, "/earlyStopScore"],
    ["fewer than no templates", { retrieval: { topK: -1 } }, "/retrieval/topK"],
    ["an unknown field of the retrieval", { retrieval: { topN: 1 } }, "/retrieval/topN"],
    ["more least rounds than rounds", { minRounds: 4, maxRounds: 3 }, "/minRounds"],
  ])("is refused with %s", (_what, changes, pointer) => {
    expect(check(changes).problems.map((p) => p.pointer)).toEqual([pointer]);
  });

  it("is refused with a fourth participant", () => {
    const participants = [...good.participants, speaker("skeptic", { name: "Dora" })];
    const pointers = check({ participants }).problems.map((p) => p.pointer);
    expect(pointers.toSorted()).toEqual(["/participants", "/participants/3/role"]);
  });

  it("names the roles that nobody can be found for", () => {
    const catalogue = catalogueOf({ defaultModel: null });
    expect(check({}, catalogue).problems).toEqual([]);
    const [problem, ...others] = check({ participants: [speaker("skeptic")] }, catalogue).problems;
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      pointer: "/participants",
      detail: expect.stringContaining("proposer, synthesizer"),
    });
  });

  it.each([
    ["a mark", { earlyStopScore: 5 }, "/earlyStopScore"],
    ["a role", { participants: [speaker("skeptic"), speaker("x", { role: undefined })] }, "/participants/0/role"],
  ])("has what a judged format does not take: %s", (_what, changes, pointer) => {
    expect(
      check({
        format: "free-form",
        participants: good.participants.map(({ role: _role, ...p }) => p),
        ...changes,
      }).problems.map((p) => p.pointer),
    ).toEqual([pointer]);
  });
});

describe("the configuration of proposer-skeptic", () => {
  it("has no judge, and the rounds, temperatures, mark and templates of the specification", () => {
    const made = config();
    expect(made).toMatchObject({
      judge: null,
      mode: "sequential",
      minRounds: 3,
      maxRounds: 5,
      earlyStopScore: 8,
      retrieval: { topK: 3 },
    });
    expect(made.participants.map((p) => [p.role, p.temperature])).toEqual([
      ["proposer", 0.7],
      ["skeptic", 0.8],
      ["synthesizer", 0.5],
    ]);
  });

  it("takes fewer least rounds when there are fewer rounds, and what is given", () => {
    expect(config({ maxRounds: 2 }).minRounds).toBe(2);
    const own = config({ minRounds: 1, earlyStopScore: 9.5, retrieval: { topK: 0 } });
    expect([own.minRounds, own.earlyStopScore, own.retrieval]).toEqual([1, 9.5, undefined]);
    const participants = [speaker("skeptic", { model: { model: "openai/standard", temperature: 0.1 } })];
    expect(config({ participants }).participants[0]?.temperature).toBe(0.1);
  });

  it("adds whoever is left out, on demo models when all that are given are, without taking a name or an id twice", () => {
    const participants = [speaker("skeptic", { name: "synthesizer", id: "p2", model: "demo/other" })];
    const made = config({ participants });
    expect(made.participants.map((p) => [p.id, p.name, p.role, `${p.provider}/${p.model}`])).toEqual([
      ["p2", "synthesizer", "skeptic", "demo/other"],
      ["p2-2", "Proposer", "proposer", "demo/debater"],
      ["p3", "Synthesizer-2", "synthesizer", "demo/debater"],
    ]);
    expect(config({ participants: [] }).participants.map((p) => p.provider)).toEqual(["openai", "openai", "openai"]);
  });

  it("gives the workflow roles, mark and templates", () => {
    const plan = planOf({ tenant: "t", debateId: "d", config: config(), durations: SHORT, continueAfterEvents: 9 });
    expect(plan).toMatchObject({ judge: null, earlyStopScore: 8, retrieval: { topK: 3 } });
    expect(plan.participants.map((p) => p.role)).toEqual(["proposer", "skeptic", "synthesizer"]);
  });

  it("leaves templates off in other formats unless they are asked for", () => {
    const judged = { format: "free-form", participants: good.participants.map(({ role: _role, ...p }) => p) };
    expect(config(judged).retrieval).toBeUndefined();
    expect(config({ ...judged, retrieval: {} }).retrieval).toEqual({ topK: 3 });
  });
});
