/** Finds the debate of a task: one that a message begins, the one that it had begun before, or one whose question it answers. */
import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import { isDebateId } from "../../../api/base/ids.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { readLog } from "../../../api/events/pages.event-api.ts";
import { beginRun } from "../../../api/run/begin.run-api.ts";
import { begunBy, hashOf, keyedOnce } from "../../../api/run/once.run-api.ts";
import { giveReplyOnce } from "../../../api/run/reply.run-api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { isObject } from "../../../domain/base/is-object.ts";
import { KEYED } from "../../../domain/play/records/repeats.record.ts";
import type { Preset } from "../../../domain/shapes/schemas/preset.ts";
import { askedIn, openAsk, replyTo } from "../../../domain/show/run/ask.run.ts";
import { type DebateRecord, keyOf } from "../../../store/port/debates.port.ts";
import { CONTEXT } from "../domain/context.a2a.ts";
import { A2aError } from "./errors.a2a-api.ts";
import { dataIn, fieldsOf, type Message, questionOf, type Sent, textIn } from "./input.a2a.ts";

const USUAL_PRESET = "quick";

export interface Run {
  record: DebateRecord;
  contextId: string;
  /** The question that the message answered: its key, and the event that asked it. null: it answered none. */
  replied: { key: string; at: number } | null;
}

/** Throws `TASK_NOT_FOUND`, also for another tenant's task. */
export async function taskRun({ debates, store }: Services, tenant: string, id: string): Promise<Run> {
  if (!isDebateId(id)) throw new A2aError("TASK_NOT_FOUND", "there is no such task");
  const record = await debates.require(tenant, id);
  const context = await store.records.get(keyOf(record), CONTEXT, {});
  return { record, contextId: context?.contextId ?? id, replied: null };
}

/** Throws an error of the protocol, and what the creation of a debate throws. */
export async function runFor(c: Context<AppEnv>, services: Services, sent: Sent): Promise<Run> {
  const { message, configuration } = sent;
  if (configuration?.taskPushNotificationConfig)
    throw new A2aError("PUSH_NOTIFICATION_NOT_SUPPORTED", "tasks send no notifications; webhooks of debates do");
  const tenant = c.get("tenant");
  const name = hashOf(`a2a\n${message.messageId}`);
  if (message.taskId) return answered(services, { tenant, name, message, taskId: message.taskId });
  return begun(c, services, { tenant, name, sent });
}

interface Beginning {
  tenant: string;
  /** Of the message, among those of the tenant. */
  name: string;
  sent: Sent;
}

async function begun(c: Context<AppEnv>, services: Services, { tenant, name, sent }: Beginning): Promise<Run> {
  const { store } = services;
  const { message } = sent;
  const { preset: wanted = USUAL_PRESET, ...fields } = fieldsOf(sent);
  const question = questionOf(message);
  const fingerprint = hashOf(JSON.stringify([wanted, question.topic, message.contextId ?? ""]));
  const before = await store.records.get({ tenant, name }, KEYED, {});
  if (before && before.fingerprint !== fingerprint)
    throw new A2aError("INVALID_PARAMS", "this messageId was used for another message");
  const there = before && (await store.getDebate({ tenant, debateId: before.debateId }));
  if (there) return taskRun(services, tenant, there.id);
  const preset = await presetOf(services, tenant, wanted);
  const once = await keyedOnce(services, { tenant, name, begun: before ?? begunBy(services, fingerprint) });
  const record = await beginRun(services, {
    tenant,
    key: c.get("caller")?.key,
    preset,
    question,
    fields,
    isAnswered: true,
    once: { ...once, isNew: once.isNew && before === null },
  });
  const { contextId } = message;
  if (contextId) await store.records.put(keyOf(record), CONTEXT, { contextId });
  return { record, contextId: contextId ?? record.id, replied: null };
}

async function presetOf({ presets }: Services, tenant: string, wanted: unknown): Promise<Preset> {
  try {
    return await presets.find(tenant, String(wanted));
  } catch (error) {
    if (!(error instanceof ParleyError && error.code === "not-found")) throw error;
    throw new A2aError("INVALID_PARAMS", "metadata.parley.preset names no preset");
  }
}

interface Answering {
  tenant: string;
  name: string;
  message: Message;
  taskId: string;
}

async function answered(services: Services, { tenant, name, message, taskId }: Answering): Promise<Run> {
  const { store, debates } = services;
  const run = await taskRun(services, tenant, taskId);
  const { record } = run;
  if (message.contextId && message.contextId !== run.contextId)
    throw new A2aError("INVALID_PARAMS", "the task belongs to another context");
  const debate = await debates.view(record);
  const ask = openAsk(debate);
  const before = await store.records.get({ tenant, name }, KEYED, {});
  if (!before && !ask) throw new A2aError("UNSUPPORTED_OPERATION", "the task waits for no message");
  const reply = ask && replyTo(debate, contentOf(message, Object.keys(ask.schema.properties)));
  const { debateId, fingerprint: key } =
    before ?? (await store.records.put({ tenant, name }, KEYED, begunBy(services, ask?.key ?? "", record.id)));
  if (debateId !== record.id) throw new A2aError("INVALID_PARAMS", "this messageId was used for another task");
  if (reply && ask?.key === key) await giveReplyOnce(services, { record, reply });
  const asking = (await readLog(store.log, keyOf(record))).findLast((event) => askedIn(event, key));
  return { ...run, replied: asking ? { key, at: asking.id } : null };
}

/** Data is the filled form; a text is the answer to its first field. */
function contentOf(message: Message, [first = ""]: string[]): Record<string, unknown> {
  const text = textIn(message);
  const data = dataIn(message).find(isObject);
  return data ?? { [first]: text };
}
