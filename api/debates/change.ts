/** PATCH: changes a draft, or the few fields that can change after the start. */
import { z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { isObject } from "../../domain/base/is-object.ts";
import { planOf } from "../../domain/play/beginning/create-plan.ts";
import { amended, fixedFields, redrafted } from "../../domain/play/beginning/revision.ts";
import { DebateRequest } from "../../domain/rules/request/debate-request.ts";
import { DRAFT, isTerminal } from "../../domain/shapes/lifecycle.shape.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { whyNoRoom } from "../../store/records/changes.records.ts";
import type { CommandInput } from "../../workflows/base/messages.workflow-base.ts";
import { illegal } from "../base/illegal.ts";
import type { Services } from "../base/services.ts";
import { give } from "../commands/commands.routes.ts";
import { waitForState } from "../commands/wait-for-state.ts";
import { readJson } from "../http/body.http.ts";
import { etagOf, isMatch } from "../http/conditional.ts";
import { debateReply, descriptionOf } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { requireMost } from "../quotas/admission.quota-api.ts";
import { requireMaterial } from "./material.debates-api.ts";

/** Attempts at a change without `If-Match`, while others change the debate. */
const TRIES = 5;

/** Any field of the request, or null to remove it. The merged request is checked, not the patch. */
const DebatePatch = z
  .strictObject(
    Object.fromEntries(
      Object.entries(DebateRequest.omit({ start: true }).shape).map(([name, field]) => [
        name,
        z.any().meta({ description: descriptionOf(field) }),
      ]),
    ),
  )
  .partial()
  .meta({ id: "DebatePatch", description: "A JSON merge patch (RFC 7396) of the request; null takes a field back" });

export const changeDebate = defineRoute({
  at: "PATCH /v1/debates/{id}",
  place: "commands",
  operationId: "changeDebate",
  summary:
    "Change a draft, or the limits, policies, tags and webhook of a debate that has started, or the models of one in error",
  headers: { "if-match": "The version that the change was made for" },
  body: DebatePatch,
  bodyTypes: ["application/merge-patch+json", "application/json"],
  replies: { 200: debateReply("The debate after the change") },
  refuses: ["illegal-transition", "conflict", "precondition-failed", "quota-exceeded"],
  async answer(c, services) {
    const record = await services.debates.requested(c);
    const body = await readJson(c, { patch: true });
    const { version, patched } = await change(services, { record, body, ifMatch: c.req.header("if-match") });
    const after = await waitForState(c, services, { record, until: (now) => now.version >= version });
    const shown = patched ? await services.webhooks.created(after, body) : {};
    return c.json({ ...(await services.debates.view(after)), ...shown }, 200);
  },
});

/** The webhook is stored apart from the rest, so that no configuration contains its secret. */
async function change(services: Services, call: { record: DebateRecord; body: unknown; ifMatch: string | undefined }) {
  const { record, body, ifMatch } = call;
  const isRemoved = isObject(body) && body["webhook"] === null;
  const { rest, webhook, problems: amiss } = isRemoved ? withoutWebhook(body) : services.webhooks.take(body);
  if (amiss.length > 0) throw new ParleyError("invalid-request", "the change is not valid", { errors: amiss });
  if (!isRemoved && !webhook) return { ...(await revise(services, { record, patch: rest, ifMatch })), patched: false };
  if (isTerminal(record.state.status)) requireOpen(record, rest);
  if (!isMatch(ifMatch, etagOf(record))) throw stale(record);
  const hasMore = isObject(rest) && Object.keys(rest).length > 0;
  const { version } = hasMore ? await revise(services, { record, patch: rest, ifMatch }) : record;
  await services.webhooks.change(record, webhook);
  return { version, patched: true };
}

function withoutWebhook({ webhook: _removed, ...rest }: Record<string, unknown>) {
  return { rest, webhook: null, problems: [] };
}

function stale(record: DebateRecord): ParleyError {
  return new ParleyError("precondition-failed", `the debate is at version ${etagOf(record)}`);
}

interface Change {
  record: DebateRecord;
  patch: unknown;
  ifMatch: string | undefined;
}

/** If another change came first, a change with `If-Match` is refused; one without is applied on top of it. */
async function revise(services: Services, { record, patch, ifMatch }: Change) {
  const anyVersion = ifMatch === undefined || ifMatch.trim() === "*";
  for (let now = record, left = TRIES; ; now = await services.debates.require(record.tenant, record.id)) {
    if (!isMatch(ifMatch, etagOf(now))) throw stale(now);
    const command = DRAFT.includes(now.state.status) ? "configure" : "amend";
    try {
      const input = await revisedBy(services, { record: now, patch, command, ...(!anyVersion && { exactly: true }) });
      return await give(services, { record: now, command, input });
    } catch (error) {
      if (!anyVersion || !(error instanceof ParleyError) || error.code !== "precondition-failed") throw error;
      if (--left === 0) throw new ParleyError("conflict", "others change this debate at the same time; try again");
    }
  }
}

/** Stores the changed configuration. It takes effect when the workflow accepts it. */
async function revisedBy(
  services: Services,
  call: { record: DebateRecord; patch: unknown; command: "configure" | "amend"; exactly?: true },
): Promise<CommandInput> {
  const { record, patch, command } = call;
  const { store, catalogue, settings } = services;
  const { tenant, id: debateId, state, version } = record;
  if (command === "amend") requireOpen(record, patch);
  const base = state.revision ?? null;
  // The configuration of generation 0 has no assigned positions: they are no part of the request.
  const stored = await store.getConfig({ tenant, debateId, generation: 0, ...(base && { revision: base }) });
  const config = stored ?? record.config;
  const isDraft = command === "configure";
  const revised = isDraft ? redrafted(config, patch, catalogue) : amended(config, patch, catalogue);
  const detail = "the change is not valid";
  if (!revised.config) throw new ParleyError("invalid-request", detail, { errors: revised.refused });
  // Texts that are there stay: a debate that has started has its material.
  const next = isDraft ? await requireMaterial(services, { tenant, config: revised.config, detail }) : revised.config;
  await requireMost(services, { record, config: next });
  const why = await whyNoRoom(store, { tenant, debateId }, next);
  if (why !== null) throw new ParleyError("conflict", why);
  const revision = await store.putConfig({ tenant, debateId }, next);
  const { continueAfterEvents } = settings;
  const durations = next.defaults ?? settings.durations;
  const plan = planOf({ tenant, debateId, config: next, durations, continueAfterEvents });
  return { revised: { revision, plan, problems: revised.problems, base, ...(call.exactly && { version }) } };
}

/** Throws `illegal-transition` for fields that can no longer change. */
function requireOpen({ state }: DebateRecord, patch: unknown): void {
  const errors = fixedFields(patch, state.status);
  if (errors.length === 0 && !isTerminal(state.status)) return;
  const what = isTerminal(state.status) ? "the debate is over" : "the debate has started";
  throw illegal(`${what}, so this cannot change`, state, errors);
}
