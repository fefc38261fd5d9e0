/** Creates the twin of a debate, which then runs beside it. A repetition finds the twin that is there. */
import { twinnedConfig } from "../../domain/around/branches/twin.branch.ts";
import { twinIdOf } from "../../domain/base/ids.base.ts";
import { picked } from "../../domain/shapes/plan/picked.ts";
import type { DebatePlan, Durations } from "../../domain/shapes/plan/plan.ts";
import { oneSentence } from "../../domain/shapes/problems.shape.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import { createChild } from "../base/child-debate.activity-base.ts";
import type { ActivityDeps } from "../base/deps.ts";

export interface BeginTwinInput {
  debate: DebateKey;
  durations: Durations;
  continueAfterEvents: number;
}

/** `plan` null: there can be no twin, and why. */
export type TwinBegun = { plan: DebatePlan } | { plan: null; why: string };

export const beginTwin =
  (deps: ActivityDeps) =>
  async ({ debate, durations, continueAfterEvents }: BeginTwinInput): Promise<TwinBegun> => {
    const { store, catalogue } = deps;
    const original = await store.getConfig(debate);
    if (!original) throw new Error(`no configuration for ${debate.debateId}`);
    const { config, problems } = twinnedConfig(alone(original), { catalogue, defaults: durations });
    if (!config) return { plan: null, why: oneSentence(problems) };
    const key = { tenant: debate.tenant, debateId: twinIdOf(debate.debateId) };
    const plan = await createChild(deps, {
      key,
      config: { ...config, ...picked(original, ["share"]), twinOf: debate.debateId },
      durations,
      continueAfterEvents,
      isOurs: (found) => found?.twinOf === debate.debateId,
    });
    if (!plan) return { plan: null, why: "another debate has its id" };
    await store.markDebate(debate, { set: "twins", add: key.debateId });
    return { plan };
  };

/** The twin's own twin would be this debate, and only its ballots are wanted. */
function alone(config: Parameters<typeof twinnedConfig>[0]): Parameters<typeof twinnedConfig>[0] {
  if (!config.request) return config;
  const { output: _unread, ...request } = config.request;
  return { ...config, request: { ...request, orderCheck: "labels", conclusion: false } };
}
