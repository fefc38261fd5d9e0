import { expect, it } from "vitest";
import { twinnedConfig } from "../../../domain/around/branches/twin.branch.ts";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { withRequest } from "../../../domain/play/beginning/revision.ts";
import { DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { catalogue } from "../../api/requests.ts";
import { SHORT } from "../../support/random/plans.ts";

const NAMES = ["Ada", "Ben", "Cleo"];

function twinOf(format: string, parts: object[], change = (config: DebateConfig) => config) {
  const models = ["demo/debater", "demo/judge"];
  const participants = parts.map((part, i) => ({ name: NAMES[i], model: models[i % 2], ...part }));
  const request = { topic: "Tea or coffee?", format, participants, start: false };
  const config = change(withRequest(configOf(DebateRequest.parse(request), catalogue), request, SHORT));
  const twin = twinnedConfig(config, { catalogue, defaults: SHORT });
  expect(twin.problems).toEqual([]);
  const whole = twin.config as DebateConfig;
  expect(whole.request).not.toHaveProperty("start");
  return whole.participants;
}

const shown = (cast: DebateConfig["participants"]) => cast.map((p) => [p.id, p.name, p.model, p.side, p.position]);

it("swaps sides, and gives each the position and instructions of its counterpart", () => {
  const cast = twinOf("oxford", [
    { side: "for", position: "Tea.", instructions: "Praise leaves." },
    { side: "against", position: "Coffee." },
  ]);
  expect(shown(cast)).toEqual([
    ["p1", "Ada", "debater", "against", "Coffee."],
    ["p2", "Ben", "judge", "for", "Tea."],
  ]);
  expect(cast.map((p) => p.instructions)).toEqual([undefined, "Praise leaves."]);
});

it("swaps sides of different size: who has no counterpart takes the plain position of its new side", () => {
  const cast = twinOf("oxford", [
    { side: "for", position: "Tea." },
    { side: "for", position: "Green tea." },
    { side: "against", position: "Coffee." },
  ]);
  expect(shown(cast)).toEqual([
    ["p1", "Ada", "debater", "against", "Coffee."],
    ["p2", "Ben", "judge", "against", "Argues against the proposition: no."],
    ["p3", "Cleo", "debater", "for", "Tea."],
  ]);
});

it("leaves who is neutral where it is", () => {
  const cast = twinOf("roundtable", [{ side: "for" }, { side: "neutral", position: "Both." }, { side: "against" }]);
  expect(cast.map((p) => p.side)).toEqual(["against", "neutral", "for"]);
  expect(cast[1]).toMatchObject({ name: "Ben", position: "Both." });
});

it("swaps the seats where nobody is for or against, with positions that were assigned", () => {
  const assigned = { positionSource: "assigned" as const, persona: "A barista", keyArguments: ["It wakes."] };
  const cast = twinOf("free-form", [{ position: "Tea." }, {}, {}], (config) => ({
    ...config,
    participants: config.participants.map((p, i) => (i > 0 ? { ...p, position: `Position ${i}.`, ...assigned } : p)),
  }));
  expect(shown(cast)).toEqual([
    ["p1", "Cleo", "debater", undefined, "Tea."],
    ["p2", "Ben", "judge", undefined, "Position 1."],
    ["p3", "Ada", "debater", undefined, "Position 2."],
  ]);
  expect(cast[2]).toMatchObject(assigned);
});

it("swaps proposer and skeptic, and leaves the synthesizer", () => {
  const cast = twinOf("proposer-skeptic", [{ role: "proposer" }, { role: "skeptic" }, { role: "synthesizer" }]);
  expect(cast.map((p) => [p.role, p.name])).toEqual([
    ["proposer", "Ben"],
    ["skeptic", "Ada"],
    ["synthesizer", "Cleo"],
  ]);
});

it("is its own twin's twin", () => {
  const parts = [
    { side: "for", position: "Tea." },
    { side: "against", position: "Coffee." },
  ];
  const there = twinOf("oxford", parts);
  const back = twinOf(
    "oxford",
    there.map(({ side, position }) => ({ side, position })),
  );
  expect(back.map((p) => [p.name, p.side, p.position])).toEqual([
    ["Ada", "for", "Tea."],
    ["Ben", "against", "Coffee."],
  ]);
});
