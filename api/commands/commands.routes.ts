/** Commands to a debate. The answer is the debate after the command was accepted and recorded. */
import type { z } from "@hono/zod-openapi";
import { WorkflowNotFoundError } from "@temporalio/client";
import type { Context } from "hono";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { situationOf } from "../../domain/rules/state/situation.ts";
import {
  type Addition,
  type Command,
  DRAFT,
  isTerminal,
  move,
  type Status,
} from "../../domain/shapes/lifecycle.shape.ts";
import type { AcceptedCommand } from "../../domain/shapes/schemas/accepted.schema.ts";
import type { Debate } from "../../domain/shapes/schemas/debate.schema.ts";
import { type DebateRecord, keyOf } from "../../store/port/debates.port.ts";
import type { CommandInput } from "../../workflows/base/messages.workflow-base.ts";
import type { AppEnv } from "../base/context.api-base.ts";
import { illegalCommand } from "../base/illegal.ts";
import { CommandRequest, PauseRequest, StopRequest, ValidateRequest } from "../base/owner-requests.ts";
import type { Services } from "../base/services.ts";
import { commandTimeoutMs } from "../base/temporal.api-base.ts";
import { readJson } from "../http/body.http.ts";
import { validBody } from "../http/valid-body.ts";
import { debateReply } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { leavePlace, takeWait } from "../places/wait.api.ts";
import { checkWithin } from "../quotas/live-checks.ts";
import { startDraft } from "../quotas/start-draft.ts";
import { ACCEPTED, lateCommand, mayBeLate } from "./late.commands-api.ts";
import { earlierOutcome, sendCommand } from "./update.ts";
import { waitForState } from "./wait-for-state.ts";

/** Answers and decisions have their own routes (answers.commands-api.ts, decisions.commands-api.ts); `configure` is PATCH (debates/change.ts). */
type PlainCommand = Exclude<Command, "submitAnswers" | "configure" | "decide">;
const SUMMARIES: Record<PlainCommand, string> = {
  validate: "Check a draft",
  start: "Start a debate that is ready",
  pause: "Pause after the work in flight, or now",
  resume: "Resume a paused debate",
  stop: "End it: let the judge rule on what there is, or abandon it",
  retry: "Try again after a fault",
  reset: "Start over after a fault, as a draft; turns and costs so far stay",
  acknowledge: "Acknowledge a warning",
};
const BODIES: Partial<Record<Command, z.ZodType<CommandInput, CommandInput>>> = {
  validate: ValidateRequest,
  pause: PauseRequest,
  stop: StopRequest,
};

/** These may call models that nobody has paid for yet. */
const BUYS: Command[] = ["validate", "start"];

const routeOf = (command: PlainCommand) => {
  const body = BODIES[command] ?? CommandRequest;
  return defineRoute({
    at: `POST /v1/debates/{id}/${command}`,
    place: command === "stop" || command === "pause" ? "stops" : "commands",
    mayBeLate: mayBeLate(command),
    operationId: `${command}Debate`,
    tag: "Commands",
    summary: SUMMARIES[command],
    body,
    bodyIsOptional: true,
    replies: { 200: debateReply("The debate after the command"), ...(mayBeLate(command) && { 202: ACCEPTED }) },
    refuses: ["illegal-transition", ...(BUYS.includes(command) ? ["quota-exceeded" as const] : [])],
    async answer(c, services) {
      const record = await services.debates.requested(c);
      const given = await readJson(c, { optional: true });
      const input: CommandInput = validBody(body, given === undefined ? {} : given, `the body of ${command} is`);
      // Models are asked meanwhile.
      if (command === "validate") takeWait(c, services);
      const key = c.get("caller")?.key;
      const show = () => giveAndShow(c, services, { record, command, input });
      if (command === "validate")
        return c.json(await checkWithin(services, { record, key, live: input.live }, show), 200);
      const late = lateCommand(c, services, { record, command, input });
      if (command !== "start") return late ? c.json(await late(), 202) : c.json(await show(), 200);
      const started = await startDraft<Debate | AcceptedCommand>(services, { record, key }, late ?? show);
      if (started && "acceptedAt" in started) return c.json(started, 202);
      return c.json(started ?? (await services.debates.view(record)), 200);
    },
  });
};

export const commandRoutes = Object.fromEntries(
  (Object.keys(SUMMARIES) as PlainCommand[]).map((command) => [command, routeOf(command)]),
) as Record<PlainCommand, ReturnType<typeof routeOf>>;

interface CommandCall {
  record: DebateRecord;
  command: Command | Addition;
  input: CommandInput;
  updateId?: string | undefined;
}

/**
 * Sends the command and returns the debate once a read of it shows the effect. Sets the `ETag`. `require` throws what the
 * stored debate refuses already.
 */
export async function giveAndShow(
  c: Context<AppEnv>,
  services: Services,
  call: CommandCall,
  require = () => {},
): Promise<Debate> {
  const updateId = c.get("lease")?.updateId;
  const attempt = async () => {
    require();
    return give(services, { ...call, updateId });
  };
  const outcome: { version: number; record?: DebateRecord } = await attempt().catch(async (error: unknown) => {
    const isIllegal = error instanceof ParleyError && error.code === "illegal-transition";
    // It may be illegal because an earlier attempt was carried out, of which the caller has not heard.
    const seen = isIllegal && call.command === "acknowledge" ? await acknowledgeLate(services, call.record) : null;
    if (seen) return { version: seen.version, record: seen };
    const earlier =
      isIllegal && updateId ? await earlierOutcome(services.temporal, { id: call.record.id, updateId }) : null;
    if (earlier) return earlier;
    throw error;
  });
  // Callers of `validate` want what it found, so the answer waits for the end of the validation.
  const until = ({ version, state }: DebateRecord) =>
    version >= outcome.version && !(call.command === "validate" && state.status === "validating");
  const ms = call.command === "validate" ? VALIDATION_MS : undefined;
  if (ms !== undefined) leavePlace(c);
  return services.debates.view(await waitForState(c, services, { record: outcome.record ?? call.record, until, ms }));
}

/**
 * Warnings of a debate that is over are acknowledged beside its log, which its end has closed. null: it is not over, or has
 * none.
 */
async function acknowledgeLate(services: Services, { tenant, id }: DebateRecord): Promise<DebateRecord | null> {
  const now = await services.debates.require(tenant, id);
  if (!isTerminal(now.state.status) || move(situationOf(now.state), "acknowledge") === null) return null;
  await services.store.markDebate(keyOf(now), { set: "acknowledgedAt", at: services.now().toISOString() });
  return services.debates.require(tenant, id);
}

/** Models that are asked have 20 s to answer. Gateways close a request after 30 s. */
const VALIDATION_MS = 25_000;

/** How long a command waits for a new debate to have checked its models. */
const OPENING_MS = 5_000;

/** Throws `illegal-transition` and what `sendCommand` throws; `unavailable` if no workflow runs. */
export async function give(services: Services, call: CommandCall) {
  const { record, command, input, updateId } = call;
  const timeoutMs = commandTimeoutMs(services.settings);
  if (isTerminal(record.state.status)) throw illegalCommand(command, record.state);
  const send = () => sendCommand({ temporal: services.temporal, id: record.id, command, input, timeoutMs, updateId });
  try {
    return await send().catch(async (error: unknown) => {
      if (!isTooEarly(error, record)) throw error;
      const until = ({ version, state }: DebateRecord) => version > record.version && !DRAFT.includes(state.status);
      await services.debates.wait({ record, until, ms: OPENING_MS, signal: AbortSignal.any([]) });
      return send();
    });
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    const now = await services.debates.require(record.tenant, record.id);
    if (isTerminal(now.state.status)) throw illegalCommand(command, now.state);
    throw new ParleyError("unavailable", "no workflow runs for this debate now; try again");
  }
}

/** A new debate is shown as started, while its workflow still checks its models. */
function isTooEarly(error: unknown, { state }: DebateRecord): boolean {
  const isIllegal = error instanceof ParleyError && error.code === "illegal-transition";
  return isIllegal && !DRAFT.includes(state.status) && DRAFT.includes(error.details["debateStatus"] as Status);
}
