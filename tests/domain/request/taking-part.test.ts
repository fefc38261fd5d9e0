import { describe, expect, it } from "vitest";
import { forkedConfig } from "../../../domain/around/branches/fork.ts";
import { twinnedConfig } from "../../../domain/around/branches/twin.branch.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { amended, drafted, redrafted, withRequest } from "../../../domain/play/beginning/revision.ts";
import { ownRequest } from "../../../domain/rules/seats/effective-request.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { catalogueOf } from "../../support/models/catalogue.ts";
import { SHORT } from "../../support/random/plans.ts";

const catalogue = catalogueOf();
const OFF = { name: "Olaf", model: "nobody/knows", enabled: false };
const speaker = (name: string, more: object = {}) => ({ name, model: "demo/debater", ...more });
const bodyOf = (participants: object[], more: object = {}) => ({
  topic: "Should cities ban cars?",
  format: "round-limited",
  participants,
  ...more,
});
const problemsOf = (participants: object[], more: object = {}) =>
  checkRequest(bodyOf(participants, more), catalogue).problems;
const pointersOf = (participants: object[], more: object = {}) => problemsOf(participants, more).map((p) => p.pointer);

function configFor(participants: object[], more: object = {}): DebateConfig {
  const body = bodyOf(participants, more);
  const { request, problems } = checkRequest(body, catalogue);
  if (!request) throw new Error(JSON.stringify(problems));
  return withRequest(configOf(request, catalogue), body, SHORT);
}

describe("a participant that is not enabled", () => {
  it("takes no part: no id, no name, no model and no role of it count", () => {
    const config = configFor([
      OFF,
      speaker("Ada"),
      { ...OFF, name: "ada", id: "p1" },
      speaker("Ben", { enabled: true }),
    ]);
    expect(config.participants.map(({ id, name }) => [id, name])).toEqual([
      ["p1", "Ada"],
      ["p2", "Ben"],
    ]);
    expect(config.request?.["participants"]).toHaveLength(4);
  });

  it("does not count among the two to four", () => {
    const four = ["A", "B", "C", "D"].map((name) => speaker(name));
    expect(problemsOf([...four, OFF])).toEqual([]);
    expect(problemsOf([speaker("Ada"), OFF])).toEqual([
      { pointer: "/participants", detail: "round-limited takes 2 to 4 participants, not 1" },
    ]);
  });

  it("must still have the shape of a participant", () => {
    expect(pointersOf([speaker("Ada"), speaker("Ben"), { ...OFF, side: "up" }])).toEqual(["/participants/2/side"]);
    expect(pointersOf([speaker("Ada"), speaker("Ben"), speaker("Cleo", { enabled: "no" })])).toEqual([
      "/participants/2/enabled",
    ]);
  });

  it("leaves its fixed role to another", () => {
    const more = { format: "proposer-skeptic" };
    const config = configFor([speaker("Ada", { role: "proposer" }), { ...OFF, role: "skeptic" }], more);
    expect(config.participants.map(({ id, name, role }) => [id, name, role])).toEqual([
      ["p1", "Ada", "proposer"],
      ["p2", "Skeptic", "skeptic"],
      ["p3", "Synthesizer", "synthesizer"],
    ]);
  });
});

describe("problems of a request with disabled participants", () => {
  it("point to the participants as they were sent", () => {
    expect(pointersOf([OFF, speaker("Ada"), OFF, { ...speaker("Ben"), model: "nobody/knows" }])).toEqual([
      "/participants/3/model",
    ]);
    expect(pointersOf([OFF, speaker("Ada", { side: "for" }), speaker("Ben")], { format: "oxford" })).toEqual([
      "/participants/2/side",
    ]);
    expect(pointersOf([speaker("Ada"), OFF, speaker("Ada")])).toEqual(["/participants/2/name"]);
    const unpriced = { name: "Ben", model: "openai/unknown" };
    expect(pointersOf([speaker("Ada"), OFF, unpriced], { limits: { maxCostUsd: 1 } })).toContain(
      "/participants/2/model",
    );
  });

  it("point so in a request that has another fault too", () => {
    const ben = { ...speaker("Ben"), model: "nobody/knows" };
    expect(pointersOf([OFF, speaker("Ada"), ben], { topic: " " })).toEqual(["/topic", "/participants/2/model"]);
  });

  it("point so in drafts and in changes of a running debate", () => {
    const draft = drafted(bodyOf([OFF, speaker("Ada"), { ...speaker("Ben"), model: "nobody/knows" }]), {
      catalogue,
      defaults: SHORT,
    });
    expect(draft.config && draft.problems.map((p) => p.pointer)).toEqual(["/participants/2/model"]);
    const running = configFor([OFF, speaker("Ada"), { name: "Ben", model: "openai/unknown" }]);
    const changed = amended(running, { limits: { maxCostUsd: 1 } }, catalogue);
    expect(changed.config === null && changed.refused.map((p) => p.pointer)).toContain("/participants/2/model");
  });
});

describe("what is made from a request with disabled participants", () => {
  const off = configFor([
    OFF,
    speaker("Ada", { model: { model: "demo/debater", maxOutputTokens: 100 } }),
    speaker("Ben"),
  ]);

  it("is a draft whose participant can be enabled by a patch", () => {
    const start = drafted(bodyOf([speaker("Ada"), speaker("Ben"), speaker("Cleo", { enabled: false })]), {
      catalogue,
      defaults: SHORT,
    });
    const participants = [speaker("Ada"), speaker("Ben"), speaker("Cleo")];
    const next = start.config && redrafted(start.config, { participants }, catalogue);
    expect(start.config?.participants.map(({ name }) => name)).toEqual(["Ada", "Ben"]);
    expect(next?.config?.participants.map(({ name }) => name)).toEqual(["Ada", "Ben", "Cleo"]);
  });

  it("keeps each one's own settings when the limits of a running debate change", () => {
    const changed = amended(off, { limits: { maxOutputTokens: 500 } }, catalogue);
    expect(changed.config?.participants.map((p) => p.maxOutputTokens)).toEqual([100, 500]);
  });

  it("is a fork and a twin of those who took part", () => {
    expect(ownRequest(off)?.participants.map(({ id, name }) => [id, name])).toEqual([
      ["p1", "Ada"],
      ["p2", "Ben"],
    ]);
    const known = { catalogue, defaults: SHORT };
    const fork = (changes: object) => forkedConfig(off, { changes, afterRound: 0, ...known });
    expect(fork({}).config?.participants.map(({ name }) => name)).toEqual(["Ada", "Ben"]);
    expect(twinnedConfig(off, known).config?.participants.map(({ name }) => name)).toEqual(["Ben", "Ada"]);
    const without = fork({ participants: [speaker("Ada"), speaker("Ben", { enabled: false })] });
    expect(without.problems.map(({ pointer }) => pointer)).toContain("/changes/participants/1/enabled");
  });
});

describe("defaults that a debate took", () => {
  const warnings = (participants: object[], more: object = {}) => configFor(participants, more).warnings;
  const two = [speaker("Ada"), speaker("Ben")];

  it("are told: the judge", () => {
    expect(warnings(two)).toEqual([{ code: "judge-chosen", detail: "no judge was named: demo/judge judges" }]);
    expect(warnings(two, { judge: { model: "demo/judge" } })).toEqual([]);
  });

  it("are told: the roles of dialectic, which whoever has one or a system prompt does not get", () => {
    const more = { format: "dialectic", judge: { model: "demo/judge" } };
    expect(warnings(two, more)).toEqual([
      { code: "roles-chosen", detail: "roles were left open: Ada is architect, Ben is performance" },
    ]);
    const [ada, ben] = [speaker("Ada", { role: "security" }), speaker("Ben", { systemPrompt: "Be brief." })];
    expect(warnings([ada, ben, speaker("Cleo")], more)).toEqual([
      { code: "roles-chosen", detail: "roles were left open: Cleo is generalist" },
    ]);
  });

  it("are told: participants that were added for a role, with their model", () => {
    const given = [speaker("Ada", { role: "proposer" }), OFF, speaker("Ben", { role: "skeptic" })];
    expect(warnings(given, { format: "proposer-skeptic" })).toEqual([
      {
        code: "participants-added",
        detail: "not all roles were taken, so these were added: Synthesizer (demo/debater) as synthesizer",
      },
    ]);
  });
});
