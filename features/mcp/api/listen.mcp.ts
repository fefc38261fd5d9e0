/**
 * `subscriptions/listen` for tasks, over HTTP: a program is told of its tasks instead of asking again. The SDK checks the
 * request and tells of changed lists alone, of which there are none while a process runs.
 */
import type { Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import type { Client } from "../../../api/client/index.ts";
import { answerStream } from "../../../api/events/answer-stream.ts";
import { EVENT_STREAM, sseStream } from "../../../api/http/sse.http.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { CAPABILITIES_KEY, TASKS_EXTENSION } from "./exchange.ts";
import { invalidParams, missingExtension, type RpcError } from "./rpc-error.ts";
import { detailedTask, TaskId } from "./tasks.mcp.ts";

const SUBSCRIPTION_KEY = "io.modelcontextprotocol/subscriptionId";
/** Of one stream. */
const MOST_TASKS = 50;
/** Milliseconds of one look at a debate that does not change. */
const LOOK_MS = 60_000;

/** What the SDK has let through; `taskIds` is of the extension, which the SDK does not know. */
const Listening = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.literal("subscriptions/listen"),
  params: z.looseObject({
    _meta: z.looseObject({
      [CAPABILITIES_KEY]: z.looseObject({ extensions: z.record(z.string(), z.unknown()).optional() }),
    }),
    notifications: z.looseObject({ taskIds: z.unknown().refine((ids) => ids !== undefined) }),
  }),
});
const TaskIds = z.array(TaskId).max(MOST_TASKS);

interface Asked {
  sent: unknown;
  /** Of the SDK. */
  answer: Response;
  client: Client;
}

interface Subscription {
  id: string | number;
  records: DebateRecord[];
  client: Client;
}

/** null: the request is another one, or the SDK has refused it. */
export async function listenToTasks(
  c: Context<AppEnv>,
  services: Services,
  { sent, answer, client }: Asked,
): Promise<Response | null> {
  const { success, data } = Listening.safeParse(sent);
  if (!success || !answer.headers.get("content-type")?.startsWith(EVENT_STREAM)) return null;
  await answer.body?.cancel();
  const { id, params } = data;
  const { _meta: meta, notifications } = params;
  if (!Object.hasOwn(meta[CAPABILITIES_KEY].extensions ?? {}, TASKS_EXTENSION))
    return refused(id, missingExtension(TASKS_EXTENSION));
  const ids = TaskIds.safeParse(notifications.taskIds);
  if (!ids.success) return refused(id, invalidParams(`taskIds has at most ${MOST_TASKS} ids of tasks`));
  const { debates } = services;
  const found = await Promise.all([...new Set(ids.data)].map((it) => unlessGone(debates.require(c.get("tenant"), it))));
  const records = found.filter((record) => record !== null);
  return answerStream(c, services, (circumstances) =>
    sseStream({
      ...circumstances,
      isReopened: false,
      frames: (signal) => framesOf(services, { id, records, client }, signal),
    }),
  );
}

function refused(id: string | number, { code, message, data }: RpcError): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message, data } }, { status: 400 });
}

/** null: there is no such debate, or none any more. */
async function unlessGone(reading: Promise<DebateRecord>): Promise<DebateRecord | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ParleyError && error.code === "not-found") return null;
    throw error;
  }
}

/** Ends when all tasks are over. */
async function* framesOf(
  services: Services,
  { id, records, client }: Subscription,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const meta = { [SUBSCRIPTION_KEY]: id };
  const notice = (method: string, params: object) => frame({ method, params: { ...params, _meta: meta } });
  const taskIds = records.map((record) => record.id);
  yield notice("notifications/subscriptions/acknowledged", { notifications: { taskIds } });
  const changes = records.map((record) => changesOf(services, { record, client }, signal));
  for await (const task of together(changes)) yield notice("notifications/tasks", task);
  yield frame({ id, result: { resultType: "complete", _meta: meta } });
}

/** The task as it stands, then after each change. */
async function* changesOf(
  { debates }: Services,
  { record, client }: { record: DebateRecord; client: Client },
  signal: AbortSignal,
): AsyncGenerator<object, void> {
  let last = "";
  for (let now: DebateRecord | null = record; now && !signal.aborted; ) {
    const task = await detailedTask(client, await debates.view(now));
    const text = JSON.stringify(task);
    if (text !== last) yield task;
    last = text;
    if (isTerminal(now.state.status)) return;
    const { version } = now;
    const until = (next: DebateRecord) => next.version !== version;
    now = await unlessGone(debates.wait({ record: now, until, ms: LOOK_MS, signal }));
  }
}

/** What comes first of any of them. */
async function* together<T>(sources: AsyncGenerator<T, void>[]): AsyncGenerator<T, void> {
  const next = async (source: AsyncGenerator<T, void>) => ({ source, step: await source.next() });
  const pending = new Map(sources.map((source) => [source, next(source)]));
  while (pending.size > 0) {
    const { source, step } = await Promise.race(pending.values());
    if (step.done) pending.delete(source);
    else {
      pending.set(source, next(source));
      yield step.value;
    }
  }
}

function frame(message: object): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
}
