/** Erases a debate that is over, with everything stored for it. */

import { setTimeout as sleep } from "node:timers/promises";
import { REJUDGEMENTS } from "../../domain/around/rejudgement/rejudgement-records.ts";
import { DELIVERIES, WEBHOOKS } from "../../domain/play/records/kinds.record.ts";
import { isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateKey, DebateRecord } from "../../store/port/debates.port.ts";
import { redeliveryWorkflowId, webhookWorkflowId } from "../../workflows/base/messages.workflow-base.ts";
import { illegal } from "../base/illegal.ts";
import type { Services } from "../base/services.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { deleteHistory } from "./workflow-history.ts";

/** META can show the end a moment before the log has it, and nothing may be written after the erasure. */
const LOG_END_MS = 2_000;
const POLL_MS = 50;
/** Above every id of a log. */
const ABOVE_ALL = 999_999_999_999;

export const deleteDebate = defineRoute({
  at: "DELETE /v1/debates/{id}",
  operationId: "deleteDebate",
  summary: "Erase a debate that is over, with everything stored for it",
  replies: { 204: { description: "The debate is erased" } },
  refuses: ["illegal-transition"],
  isJson: false,
  async answer(c, services) {
    await eraseDebate(services, await services.debates.requested(c));
    return c.body(null, 204);
  },
});

/** Throws `illegal-transition` for a debate that is not over. */
export async function eraseDebate(services: Services, record: DebateRecord): Promise<void> {
  const { store } = services;
  const { tenant, id, config, state, rejudged } = record;
  if (!isTerminal(state.status)) throw illegal(`a debate cannot be deleted while it is ${state.status}`, state);
  const debate = { tenant, debateId: id };
  await waitForLogEnd(services, debate);
  // An imported debate has no workflow: one with its id belongs to the debate that was exported.
  const own = config.imported ? [] : await workflowsOf(services, debate);
  const judges = rejudged ? await store.records.list(debate, REJUDGEMENTS, {}) : [];
  const workflows = [...judges.flatMap(({ run }) => run?.workflowId ?? []), ...own];
  for (const workflowId of workflows) await deleteHistory(services, workflowId);
  const { forkedFrom, twinOf } = config;
  if (forkedFrom) await store.markDebate({ tenant, debateId: forkedFrom.id }, { set: "forks", remove: id });
  if (twinOf) await store.markDebate({ tenant, debateId: twinOf }, { set: "twins", remove: id });
  // Whoever ended it may have died before its charge was in the ledger.
  await store.quotas.settle(debate, state);
  await store.eraseDebate(debate);
}

async function waitForLogEnd({ store }: Services, debate: DebateKey): Promise<void> {
  const deadline = performance.now() + LOG_END_MS;
  while (!(await store.log.read({ debate, after: ABOVE_ALL, limit: 1 })).terminal && performance.now() < deadline)
    await sleep(POLL_MS);
}

/** The delivering workflows come first, since they read the debate. */
async function workflowsOf({ store }: Services, debate: DebateKey): Promise<string[]> {
  if (!(await store.records.get(debate, WEBHOOKS, {}))) return [debate.debateId];
  const deliveries = await store.records.list(debate, DELIVERIES, {});
  const redeliveries = deliveries.map(({ id }) => redeliveryWorkflowId(id));
  return [webhookWorkflowId(debate.debateId), ...redeliveries, debate.debateId];
}
