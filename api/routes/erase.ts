/** Erases a debate that is over, and everything stored of it. */
import { setTimeout as sleep } from "node:timers/promises";
import { createRoute } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { allowedCommands, isTerminal } from "../../domain/lifecycle.ts";
import { situationOf } from "../../domain/state.ts";
import type { DebateKey } from "../../store/port/debates.ts";
import { redeliveryWorkflowId, webhookWorkflowId } from "../../workflows/messages.ts";
import type { App } from "../context.ts";
import { DebateParams, NoQuery, problems } from "../openapi.ts";
import type { Services } from "../services.ts";
import { deleteHistory } from "../workflow-history.ts";

/** META may say that a debate is over a moment before its log does, and nothing may be written after the erasure. */
const LOG_END_MS = 2_000;
const LOOK_MS = 50;
/** Above every id of a log. */
const ABOVE_ALL = 999_999_999_999;

const erase = createRoute({
  method: "delete",
  path: "/v1/debates/{id}",
  operationId: "deleteDebate",
  summary: "Erase a debate that is over, and everything stored of it",
  tags: ["Debates"],
  request: { params: DebateParams, query: NoQuery },
  responses: {
    204: { description: "Nothing of it is left" },
    ...problems("not-found", "illegal-transition", "invalid-request"),
  },
});

export function registerErase(app: App, services: Services): void {
  const { debates, store } = services;
  app.openapi(erase, async (c) => {
    const { tenant, id, config, state, rejudged } = await debates.require(c.get("tenant"), c.req.valid("param").id);
    if (!isTerminal(state.status))
      throw new ParleyError("illegal-transition", `a debate can not be deleted while it is ${state.status}`, {
        debateStatus: state.status,
        allowed: allowedCommands(situationOf(state)),
      });
    const debate = { tenant, debateId: id };
    await logEnded(services, debate);
    // An imported debate has no workflow; one of this name is that of the debate that was exported.
    const own = config.imported ? [] : await workflowsOf(services, debate);
    const judges = rejudged ? await store.listRejudgements(debate) : [];
    const workflows = [...judges.flatMap(({ run }) => run?.workflowId ?? []), ...own];
    for (const workflowId of workflows) await deleteHistory(services, workflowId);
    if (config.forkedFrom) await store.removeFork({ tenant, debateId: config.forkedFrom.id }, id);
    await store.eraseDebate(debate);
    return c.body(null, 204);
  });
}

const PAGE = 100;

async function logEnded({ store }: Services, debate: DebateKey): Promise<void> {
  const deadline = performance.now() + LOG_END_MS;
  while (!(await store.log.read({ debate, after: ABOVE_ALL, limit: 1 })).terminal && performance.now() < deadline)
    await sleep(LOOK_MS);
}

/** Those that deliver come first: they read what is erased next. */
async function workflowsOf({ store }: Services, debate: DebateKey): Promise<string[]> {
  if (!(await store.webhooks.get(debate))) return [debate.debateId];
  const redeliveries: string[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page = await store.webhooks.listDeliveries({ debate, limit: PAGE, ...(before && { before }) });
    redeliveries.push(...page.deliveries.map(({ id }) => redeliveryWorkflowId(id)));
    before = page.next;
  }
  return [webhookWorkflowId(debate.debateId), ...redeliveries, debate.debateId];
}
