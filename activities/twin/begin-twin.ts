/** Creates the twin of a debate, which then runs beside it. A repetition finds the twin that is there. */
import { randomBytes } from "node:crypto";
import { twinnedConfig } from "../../domain/branches/twin.ts";
import { twinIdOf } from "../../domain/ids.ts";
import type { DebatePlan, Durations } from "../../domain/plan/plan.ts";
import { FENCE_KEY_BYTES, fenceKeyFrom } from "../../domain/prompts/fences/fence-key.ts";
import { oneSentence } from "../../domain/request/problems.ts";
import { newDebate } from "../../store/debates/new-debate.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import type { ActivityDeps } from "../deps.ts";

export interface BeginTwinInput {
  debate: DebateKey;
  durations: Durations;
  continueAfterEvents: number;
}

/** `plan` null: there can be no twin, and why. */
export type TwinBegun = { plan: DebatePlan } | { plan: null; why: string };

export const beginTwin =
  ({ store, catalogue, ...deps }: ActivityDeps) =>
  async ({ debate, durations, continueAfterEvents }: BeginTwinInput): Promise<TwinBegun> => {
    const original = await store.getConfig(debate);
    if (!original) throw new Error(`no configuration for ${debate.debateId}`);
    const { config, problems } = twinnedConfig(alone(original), { catalogue, defaults: durations });
    if (!config) return { plan: null, why: oneSentence(problems) };
    const key = { tenant: debate.tenant, debateId: twinIdOf(debate.debateId) };
    // An attempt that died may have stored the configuration: its key stays, so that both write the same.
    const stored = await store.getConfig(key);
    const fenceKey = stored?.fenceKey ?? fenceKeyFrom(randomBytes(FENCE_KEY_BYTES));
    const { record, plan } = newDebate({
      ...key,
      config: { ...config, twinOf: debate.debateId, fenceKey },
      durations,
      continueAfterEvents,
      now: deps.now(),
    });
    if (!(await store.createDebate(record)) && (await store.getDebate(key))?.config.twinOf !== debate.debateId)
      return { plan: null, why: "another debate has its id" };
    await store.markDebate(debate, { set: "twins", add: key.debateId });
    return { plan };
  };

/** The twin's own twin would be this debate, and only its ballots are wanted. */
function alone(config: Parameters<typeof twinnedConfig>[0]): Parameters<typeof twinnedConfig>[0] {
  const { request } = config;
  return request ? { ...config, request: { ...request, orderCheck: "labels", conclusion: false } } : config;
}
