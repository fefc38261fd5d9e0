/** PATCH: changes a draft, or the little that may change of a debate that has started. */
import { createRoute, z } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { allowedCommands, DRAFT, isTerminal } from "../../domain/lifecycle.ts";
import { planOf } from "../../domain/plan-of.ts";
import { DebateRequest } from "../../domain/request.ts";
import { amended, isObject, redrafted, settledFields } from "../../domain/revision.ts";
import { Debate } from "../../domain/schemas/debate.ts";
import { situationOf } from "../../domain/state.ts";
import type { DebateRecord } from "../../store/port/debates.ts";
import type { CommandInput } from "../../workflows/messages.ts";
import { readJson } from "../body.ts";
import { etagOf, isMatch } from "../conditional.ts";
import type { App } from "../context.ts";
import { debateAfter } from "../debate-after.ts";
import { answersJson } from "../negotiate.ts";
import { DebateParams, debateBodyProblems, header, json, NoQuery, registerSchema } from "../openapi.ts";
import type { Services } from "../services.ts";
import { changeWebhook, createdWebhook, takeWebhook } from "../webhooks.ts";
import { give } from "./commands.ts";

/** Tries of a change whose caller names no version. */
const TRIES = 5;

/** Any field of the request, or null to take it back; what is inside is checked once it is merged. */
const DebatePatch = z
  .strictObject(
    Object.fromEntries(Object.keys(DebateRequest.omit({ start: true }).shape).map((name) => [name, z.any()])),
  )
  .partial()
  .meta({ id: "DebatePatch", description: "A JSON merge patch (RFC 7396) of the request; null takes a field back" });

const schema = { $ref: "#/components/schemas/DebatePatch" };
const route = createRoute({
  method: "patch",
  path: "/v1/debates/{id}",
  operationId: "changeDebate",
  summary: "Change a draft, or the limits, policies, tags and webhook of a debate that has started",
  tags: ["Debates"],
  middleware: answersJson,
  request: {
    params: DebateParams,
    query: NoQuery,
    headers: z.object({
      "if-match": z.string().optional().meta({ description: "The version that the change was made for" }),
    }),
    body: { required: true, content: { "application/merge-patch+json": { schema }, "application/json": { schema } } },
  },
  responses: {
    200: { ...json(Debate, "The debate after the change"), headers: { ETag: header("Its version") } },
    ...debateBodyProblems("conflict", "precondition-failed"),
  },
});

export function registerChange(app: App, services: Services): void {
  registerSchema(app, "DebatePatch", DebatePatch);
  app.openapi(route, async (c) => {
    const record = await services.debates.require(c.get("tenant"), c.req.valid("param").id);
    const body = await readJson(c, { patch: true });
    const { version, patched } = await change(services, { record, body, ifMatch: c.req.header("if-match") });
    const after = await debateAfter(c, services, { record, until: (now) => now.version >= version });
    const shown = patched ? await createdWebhook(services, after, body) : {};
    return c.json({ ...(await services.debates.view(after)), ...shown }, 200);
  });
}

/** The webhook stands apart from the rest: its secret is in no configuration. */
async function change(services: Services, call: { record: DebateRecord; body: unknown; ifMatch: string | undefined }) {
  const { record, body, ifMatch } = call;
  const isRemoved = isObject(body) && body["webhook"] === null;
  const { rest, webhook, problems: amiss } = isRemoved ? withoutWebhook(body) : takeWebhook(body, services.settings);
  if (amiss.length > 0) throw new ParleyError("invalid-request", "the change is not valid", { errors: amiss });
  if (!isRemoved && !webhook) return { ...(await revise(services, { record, patch: rest, ifMatch })), patched: false };
  if (isTerminal(record.state.status)) requireOpen(record, rest);
  if (!isMatch(ifMatch, etagOf(record))) throw stale(record);
  const hasMore = isObject(rest) && Object.keys(rest).length > 0;
  const { version } = hasMore ? await revise(services, { record, patch: rest, ifMatch }) : record;
  await changeWebhook(services, record, webhook);
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

/** A change for one version is refused when another came first; one for any version is made anew on top of it. */
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

/** Stores the changed configuration; it counts once the workflow has taken it. */
async function revisedBy(
  { store, catalogue, settings }: Services,
  call: { record: DebateRecord; patch: unknown; command: "configure" | "amend"; exactly?: true },
): Promise<CommandInput> {
  const { record, patch, command } = call;
  const { tenant, id: debateId, state, version } = record;
  if (command === "amend") requireOpen(record, patch);
  const base = state.revision ?? null;
  // Positions that were assigned are no part of what the owner asked for.
  const stored = await store.getConfig({ tenant, debateId, generation: 0, ...(base && { revision: base }) });
  const config = stored ?? record.config;
  const revised = command === "amend" ? amended(config, patch, catalogue) : redrafted(config, patch, catalogue);
  if (!revised.config) throw new ParleyError("invalid-request", "the change is not valid", { errors: revised.refused });
  const revision = await store.putConfig({ tenant, debateId }, revised.config);
  const { continueAfterEvents } = settings;
  const durations = revised.config.defaults ?? settings.durations;
  const plan = planOf({ tenant, debateId, config: revised.config, durations, continueAfterEvents });
  return { revised: { revision, plan, problems: revised.problems, base, ...(call.exactly && { version }) } };
}

/** Throws `illegal-transition` for what can not change any more. */
function requireOpen({ state }: DebateRecord, patch: unknown): void {
  const errors = settledFields(patch);
  if (errors.length === 0 && !isTerminal(state.status)) return;
  const allowed = allowedCommands(situationOf(state));
  const what = isTerminal(state.status) ? "the debate is over" : "the debate has started";
  throw new ParleyError("illegal-transition", `${what}, so this can not change`, {
    debateStatus: state.status,
    allowed,
    ...(errors.length > 0 && { errors }),
  });
}
