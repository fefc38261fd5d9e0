/** What agents can call, by the protocol's names. */
import type { Context } from "hono";
import type { z } from "zod";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { give } from "../../../api/commands/commands.routes.ts";
import { validBody } from "../../../api/http/valid-body.ts";
import { leavePlace, takeWait } from "../../../api/places/wait.api.ts";
import { allows } from "../../../domain/around/api-keys.around.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import { A2aError, type Reason } from "./errors.a2a-api.ts";
import { Named, Sent } from "./input.a2a.ts";
import { type Run, runFor, taskRun } from "./run.a2a.ts";
import { taskNow, updates } from "./updates.a2a.ts";

/** An agent that waits longer gets the task as it stands. Milliseconds. */
const LONGEST_WAIT_MS = 3_600_000;
/** The stored state follows the command. Milliseconds. */
const STOPPED_MS = 5_000;

type Method<Answer> = (c: Context<AppEnv>, services: Services, params: unknown) => Promise<Answer>;

/** Their answers are the results of calls. */
export const METHODS = new Map<string, Method<object>>([
  ["SendMessage", sendMessage],
  ["GetTask", async (c, services, params) => taskNow(services, await taskRun(services, c.get("tenant"), idIn(params)))],
  ["CancelTask", cancelTask],
]);

/** Their answers are streams of the run's updates. */
export const STREAMS = new Map<string, Method<Run>>([
  [
    "SendStreamingMessage",
    async (c, services, params) => {
      requireWrite(c);
      return runFor(c, services, validOf(Sent, params));
    },
  ],
  ["SubscribeToTask", subscribed],
]);

const PUSH: Reason = "PUSH_NOTIFICATION_NOT_SUPPORTED";
export const REFUSED = new Map<string, Reason>([
  ["ListTasks", "UNSUPPORTED_OPERATION"],
  ["CreateTaskPushNotificationConfig", PUSH],
  ["GetTaskPushNotificationConfig", PUSH],
  ["ListTaskPushNotificationConfigs", PUSH],
  ["DeleteTaskPushNotificationConfig", PUSH],
  ["GetExtendedAgentCard", "EXTENDED_AGENT_CARD_NOT_CONFIGURED"],
]);

async function sendMessage(c: Context<AppEnv>, services: Services, params: unknown): Promise<object> {
  requireWrite(c);
  const sent = validOf(Sent, params);
  const isBlocking = !sent.configuration?.returnImmediately;
  if (isBlocking) takeWait(c, services);
  const run = await runFor(c, services, sent);
  if (isBlocking) await settled(c, services, run);
  return { task: await taskNow(services, run) };
}

async function settled(c: Context<AppEnv>, services: Services, run: Run): Promise<void> {
  leavePlace(c);
  const ms = Math.min(LONGEST_WAIT_MS, services.settings.streamMaxMs ?? LONGEST_WAIT_MS);
  const signal = AbortSignal.any([services.leaving(c), AbortSignal.timeout(ms)]);
  const told = updates(services, run, signal);
  while (!(await told.next()).done);
}

async function cancelTask(c: Context<AppEnv>, services: Services, params: unknown): Promise<object> {
  requireWrite(c);
  const run = await taskRun(services, c.get("tenant"), idIn(params));
  try {
    await give(services, { record: run.record, command: "stop", input: { mode: "abandon" } });
  } catch (error) {
    if (!(error instanceof ParleyError && error.code === "illegal-transition")) throw error;
    throw new A2aError("TASK_NOT_CANCELABLE", "the task is over");
  }
  const until = ({ state }: Run["record"]) => isTerminal(state.status);
  await services.debates.wait({ record: run.record, until, ms: STOPPED_MS, signal: services.leaving(c) });
  return taskNow(services, run);
}

async function subscribed(c: Context<AppEnv>, services: Services, params: unknown): Promise<Run> {
  const run = await taskRun(services, c.get("tenant"), idIn(params));
  if (isTerminal(run.record.state.status)) throw new A2aError("UNSUPPORTED_OPERATION", "the task is over: get it");
  return run;
}

function requireWrite(c: Context<AppEnv>): void {
  if (!allows(c.get("caller")?.scopes ?? [], "write"))
    throw new ParleyError("forbidden", "this needs the scope write", { scope: "write" });
}

function idIn(params: unknown): string {
  return validOf(Named, params).id;
}

function validOf<T extends z.ZodType>(schema: T, params: unknown): z.output<T> {
  return validBody(schema, params ?? {}, "the parameters are");
}
