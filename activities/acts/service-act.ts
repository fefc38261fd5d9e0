/** What acts without a model share. They have no faults of their own: Temporal retries them until they are done. */

import { Context } from "@temporalio/activity";
import { concludes } from "../../domain/play/acts/conclusion.act.ts";
import { RESULTS } from "../../domain/play/records/kinds.record.ts";
import { familiesIn } from "../../domain/rules/request/independence.ts";
import type { Result } from "../../domain/shapes/schemas/result.schema.ts";
import type { DebateKey } from "../../store/port/debates.port.ts";
import type { ActivityDeps } from "../base/deps.ts";
import { untilStored } from "../calls/attempt.ts";
import type { ActOutcome } from "../calls/outcome.activity.ts";
import { write } from "../calls/publish.ts";
import { completeAct } from "./complete-act.ts";
import type { RunActInput } from "./run-act.activity.ts";

export interface Service {
  input: RunActInput;
  debate: DebateKey;
  act: { signal: AbortSignal };
}

export const serviceAct =
  (work: (deps: ActivityDeps, service: Service) => Promise<ActOutcome>) =>
  (deps: ActivityDeps) =>
  async (input: RunActInput): Promise<ActOutcome> => {
    const { cancellationSignal: signal } = Context.current();
    await write(deps.store, input.publication);
    return work(deps, { input, debate: input.publication.debate, act: { signal } });
  };

/** An act that makes the debate's result. */
export const conclusion = (
  resultOf: (deps: ActivityDeps, service: Service & { endedBy: Result["endedBy"] }) => Promise<Result>,
) =>
  serviceAct(async (deps, service) => {
    const { input, debate, act } = service;
    const { id, endedBy, generation } = input;
    if (!endedBy) throw new Error(`${id} needs to know how the debate ended`);
    const [made, config] = await Promise.all([resultOf(deps, { ...service, endedBy }), deps.store.getConfig(debate)]);
    const result = config ? { ...made, families: familiesIn(config, input.publication.state) } : made;
    const kept = await untilStored(act.signal, () => deps.store.records.put(debate, RESULTS, result, { generation }));
    return completeAct(deps, service, { event: concludes.event(kept), said: concludes.said(kept) });
  });
