import { expect, it } from "vitest";
import { configOf } from "../../../domain/play/beginning/configure.beginning.ts";
import { planOf } from "../../../domain/play/beginning/create-plan.ts";
import { amended, fixedFields, redrafted, withRequest } from "../../../domain/play/beginning/revision.ts";
import { DebateRequest } from "../../../domain/rules/request/debate-request.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { catalogue } from "../../api/requests.ts";
import { SHORT } from "../../support/random/plans.ts";

const request = {
  topic: "Tea or coffee?",
  participants: [
    { name: "Ada", model: { model: "demo/debater", maxOutputTokens: 99 } },
    { name: "Ben", model: "demo/debater" },
  ],
  limits: { turnTimeoutSeconds: 30, maxOutputTokens: 500 },
};
const config = withRequest(configOf(DebateRequest.parse(request), catalogue), request, SHORT);

it("gives a debate that has started its new limits, and takes old ones back", () => {
  const { config: now } = amended(config, { limits: { turnTimeoutSeconds: null, maxOutputTokens: 700 } }, catalogue);
  expect(now?.turnTimeoutMs).toBeUndefined();
  expect(now?.participants.map((p) => p.maxOutputTokens)).toEqual([99, 700]);
  expect(now?.request?.["limits"]).toEqual({ maxOutputTokens: 700 });
  expect(config.turnTimeoutMs).toBe(30_000);
  expect(request.limits.turnTimeoutSeconds).toBe(30);
});

it("plans a round's limit, and takes it back from a plan that had it", () => {
  const { config: limited } = amended(config, { limits: { roundTimeoutSeconds: 90 } }, catalogue);
  const about = { tenant: "t", debateId: "d", continueAfterEvents: 10 };
  const plan = planOf({ ...about, config: limited as DebateConfig, durations: SHORT });
  expect(plan.durations.roundTimeout).toBe(90_000);
  const { config: now } = amended(limited as DebateConfig, { limits: { roundTimeoutSeconds: null } }, catalogue);
  expect(planOf({ ...about, config: now as DebateConfig, durations: plan.durations }).durations).toEqual({
    ...SHORT,
    turnTimeout: 30_000,
  });
});

it("names every field that can not change any more", () => {
  expect(fixedFields({ topic: "x", tags: [], judge: null }, "running").map((p) => p.pointer)).toEqual([
    "/topic",
    "/judge",
  ]);
});

it("falls back to what a draft had by default when a field is taken back", () => {
  const revised = redrafted(config, { limits: null, maxRounds: 4 }, catalogue);
  expect(revised).toMatchObject({ problems: [], config: { maxRounds: 4 } });
  expect(revised.config?.turnTimeoutMs).toBeUndefined();
  expect(revised.config?.participants[0]?.maxOutputTokens).toBe(99);
});

it("a longest reply that is given later holds, also where a limit had made replies shorter", () => {
  const fitted = { thinking: 1_000, attempts: 1 as const, given: ["judge"] };
  const { config: now } = amended({ ...config, fitted }, { limits: { maxOutputTokens: 3_000 } }, catalogue);
  expect(now?.fitted).toEqual({ ...fitted, given: ["judge", "p1", "p2"] });
  const { config: other } = amended({ ...config, fitted }, { limits: { maxOutputTokens: null } }, catalogue);
  expect(other?.fitted).toEqual(fitted);
});
