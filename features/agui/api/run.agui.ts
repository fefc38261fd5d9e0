/** Finds the debate of a run: one that it begins, the one that it had before, or one whose questions it answers. */
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
import { type Begun, KEYED } from "../../../domain/play/records/repeats.record.ts";
import type { Question } from "../../../domain/rules/request/conversation.request.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { type Ask, askedIn, openAsk, replyTo } from "../../../domain/show/run/ask.run.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { THREAD } from "../domain/thread.agui.ts";
import { fieldsOf, questionOf, type ResumeEntry, type RunInput } from "./input.agui.ts";

export interface Run {
  record: DebateRecord;
  input: RunInput;
  /** The event that its part of the debate begins behind; 0: from the beginning. */
  after: number;
  /** The front end may know a part of it already. */
  isRepeat: boolean;
}

/** Of the interrupt that this question or decision is. */
export function interruptId(debateId: string, { key }: Pick<Ask, "key">): string {
  return `${debateId}/${key}`;
}

/** Throws `not-found` for a preset that is not there, `invalid-request`, and what the creation of a debate throws. */
export async function runFor(
  c: Context<AppEnv>,
  services: Services,
  asked: { preset: string; input: RunInput },
): Promise<Run> {
  const { input } = asked;
  const { store } = services;
  const scope = { tenant: c.get("tenant"), name: hashOf(`agui\n${JSON.stringify([input.threadId, input.runId])}`) };
  const before = await store.records.get(scope, KEYED, {});
  if (input.resume && input.resume.length > 0) return resumed(services, { ...scope, input, isRepeat: before !== null });
  const question = questionOf(input);
  const fingerprint = hashOf(JSON.stringify([asked.preset, question.topic]));
  if (before && before.fingerprint !== fingerprint && before.fingerprint !== RESUMED)
    throw new ParleyError("idempotency-key-reused", "this runId was used for another question");
  const there = before && (await store.getDebate({ tenant: scope.tenant, debateId: before.debateId }));
  const isRepeat = before !== null;
  const record = there ?? (await begun(c, services, { ...asked, ...scope, question, fingerprint, before }));
  await store.records.put(keyOf(record), THREAD, { threadId: input.threadId });
  return { record, input, after: 0, isRepeat };
}

interface Wanted {
  preset: string;
  input: RunInput;
  tenant: string;
  /** Of the run, among those of the tenant. */
  name: string;
  question: Question;
  fingerprint: string;
  /** Of the same run; null: none. */
  before: Begun | null;
}

async function begun(c: Context<AppEnv>, services: Services, wanted: Wanted): Promise<DebateRecord> {
  const { tenant, name, question, fingerprint, before } = wanted;
  const preset = await services.presets.find(tenant, wanted.preset);
  const once = await keyedOnce(services, { tenant, name, begun: before ?? begunBy(services, fingerprint) });
  return beginRun(services, {
    tenant,
    key: c.get("caller")?.key,
    preset,
    question,
    fields: fieldsOf(wanted.input),
    isAnswered: true,
    once: { ...once, isNew: once.isNew && before === null },
  });
}

/** Of runs that go on with a debate: what they answer may be sent again, or left out. */
const RESUMED = "resumed";

interface Resuming {
  tenant: string;
  /** Of the run, among those of the tenant. */
  name: string;
  input: RunInput;
  isRepeat: boolean;
}

async function resumed(services: Services, { tenant, name, input, isRepeat }: Resuming): Promise<Run> {
  const [first, at] = await interruptedIn(services, { tenant, input });
  const record = await services.debates.require(tenant, first);
  await keyedOnce(services, { tenant, name, begun: begunBy(services, RESUMED, record.id) });
  const debate = await services.debates.view(record);
  const ask = openAsk(debate);
  const entry = ask && input.resume?.find((one) => one.interruptId === interruptId(record.id, ask));
  if (ask && entry) await giveReplyOnce(services, { record, reply: replyOf(entry, { ask, debate }) });
  const log = await readLog(services.store.log, keyOf(record));
  const asking = log.findLast((event) => askedIn(event, at));
  return { record, input, after: asking?.id ?? 0, isRepeat };
}

/** The thread's debate that one of the entries names, and the key of what it asked. */
async function interruptedIn(
  { store }: Services,
  { tenant, input: { resume = [], threadId } }: { tenant: string; input: RunInput },
): Promise<[debateId: string, key: string]> {
  for (const entry of resume) {
    const [debateId = "", key = ""] = entry.interruptId.split("/");
    const thread = isDebateId(debateId) ? await store.records.get({ tenant, debateId }, THREAD, {}) : null;
    if (thread?.threadId === threadId) return [debateId, key];
  }
  throw refused("/resume/0/interruptId", "names nothing that this thread was asked");
}

function replyOf({ status, payload }: ResumeEntry, { ask, debate }: { ask: Ask; debate: Debate }) {
  if (status === "cancelled") return replyTo(debate, "declined");
  const [first = ""] = Object.keys(ask.schema.properties);
  if (typeof payload === "string") return replyTo(debate, { [first]: payload });
  if (isObject(payload)) return replyTo(debate, payload);
  throw refused("/resume/0/payload", "must be an object as `responseSchema` says, or a text");
}

function refused(pointer: string, detail: string): ParleyError {
  return new ParleyError("invalid-request", "the run is not valid", { errors: [{ pointer, detail }] });
}
