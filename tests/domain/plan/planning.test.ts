/** Planning and estimating report problems and never throw, whatever the request lacks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forkedConfig } from "../../../domain/around/branches/fork.ts";
import { twinnedConfig } from "../../../domain/around/branches/twin.branch.ts";
import { capping } from "../../../domain/around/quotas/cap.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { planWithoutRun } from "../../../domain/play/beginning/create-plan.ts";
import { amended, drafted, redrafted } from "../../../domain/play/beginning/revision.ts";
import { estimating } from "../../../domain/play/estimates/estimate.ts";
import { initialState } from "../../../domain/rules/protocols/initial-state.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import type { DebateConfig } from "../../../domain/shapes/plan/config.plan.ts";
import { checkExperiment } from "../../../features/experiments/domain/checks.experiment.ts";
import { configured } from "../../../features/experiments/domain/configure.experiment.ts";
import { requirePreset } from "../../../features/presets/domain/checks.preset.ts";
import { scheduledDebate } from "../../../features/schedules/domain/checks.schedule.ts";
import { runs } from "../../support/debates/runs.ts";
import { SHORT } from "../../support/random/plans.ts";
import { CATALOGUES, REQUEST } from "../../support/random/requests.ts";

const known = (catalogue: Catalogue) => ({ catalogue, defaults: SHORT });

/** What a route does with a debate that it may begin. */
function begin(config: DebateConfig, catalogue: Catalogue): void {
  const whole = { ...config, fenceKey: "k" };
  const plan = planWithoutRun(whole);
  initialState(plan);
  for (const _ of estimating({ config: whole, plan, catalogue })) continue;
  for (const _ of capping(config, { least: 0.5, catalogue })) continue;
}

type Planned = (body: Record<string, unknown>, other: Record<string, unknown>, catalogue: Catalogue) => void;

const WAYS: Record<string, Planned> = {
  "a debate, a run of a schedule": (body, _, catalogue) => {
    const by = { catalogue, durations: SHORT };
    const { config } = scheduledDebate({ whole: body, preset: null, of: { schedule: "s", run: "r" } }, by);
    if (config) begin(config, catalogue);
  },
  "a draft, and its patch": (body, patch, catalogue) => {
    const draft = drafted({ ...body, start: false }, known(catalogue));
    if (!draft.config) return;
    initialState(planWithoutRun(draft.config));
    const next = redrafted(draft.config, patch, catalogue);
    if (!next.config) return;
    initialState(planWithoutRun(next.config));
    amended(next.config, patch, catalogue);
    if (next.problems.length === 0) begin(next.config, catalogue);
  },
  "a preset": (body, _, catalogue) => {
    const { topic: _topic, ...request } = body;
    try {
      requirePreset({ name: "p", title: "t", description: "d", request }, catalogue);
    } catch (error) {
      expect(error).toBeInstanceOf(ParleyError);
    }
  },
  "an experiment": (base, patch, catalogue) => {
    const items = [{ question: "Is it so?", answers: { type: "choice", options: ["yes", "no"] } }];
    const arms = [{ name: "a", patch }, { name: "b" }];
    const { request } = checkExperiment({ name: "e", base, arms, items }, catalogue);
    if (!request) return;
    const item = { id: "i1", question: "Is it so?", answers: null, expected: null };
    for (const arm of request.arms) {
      const by = { catalogue, durations: SHORT, cap: { maxCostUsd: 1 } };
      const { config } = configured({ base: request.base, patch: arm.patch ?? {}, item }, by);
      if (config) begin(config, catalogue);
    }
  },
  "a fork, and a twin": (body, changes, catalogue) => {
    const original = drafted(body, known(catalogue)).config;
    if (!original) return;
    const by = { catalogue, defaults: SHORT };
    for (const { config } of [
      forkedConfig(original, { changes, afterRound: 0, ...by }),
      forkedConfig(original, { changes, afterRound: 1, ...by }),
      twinnedConfig(original, by),
    ])
      if (config) begin(config, catalogue);
  },
};

/** `PLANNING_CASES` tries so many for each way and catalogue. */
const CASES = Number(process.env["PLANNING_CASES"] ?? runs(60));

describe.each(Object.entries(CATALOGUES))("With %s,", (_, catalogue) => {
  it.each(Object.entries(WAYS))("%s is planned or refused, and nothing is thrown.", (__, plan) => {
    fc.assert(
      fc.property(REQUEST, REQUEST, (body, other) => {
        expect(() => plan(body, other, catalogue)).not.toThrow();
      }),
      { numRuns: CASES },
    );
  });
});
