/** Begins the debate that answers a request in OpenAI's format. */
import type { Context } from "hono";
import type { AppEnv, IdempotencyLease } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { startDebate } from "../../../api/debates/start.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { isObject } from "../../../domain/base/is-object.ts";
import { hasJudge } from "../../../domain/rules/seats/judge-model.ts";
import { FORMATS } from "../../../domain/shapes/format-names.ts";
import type { FormatName } from "../../../domain/shapes/schemas/debate.schema.ts";
import { type Preset, referenceTo } from "../../../domain/shapes/schemas/preset.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { createPresets } from "../../presets/api/presets.api.ts";
import { overPreset } from "../../presets/domain/checks.preset.ts";
import { answerText } from "../domain/answer-text.ts";
import { ASKED, type Asked, type Said } from "../domain/asked.openai.ts";
import { toldBy } from "./answered.openai-api.ts";
import { questionIn } from "./conversation.ts";
import { debateOf } from "./ids.openai-api.ts";
import { debateIdFor } from "./repeats.openai-api.ts";

const MODEL = /^(?:parley\/)?(.+)$/;
/** Responses that a response may continue, one after the other. */
const LONGEST_CHAIN = 20;

export interface Begun {
  record: DebateRecord;
  asked: Asked;
}

/** Throws `invalid-request`, `not-found` for a model that is no preset, and what the creation of a debate throws. */
export async function beginFor(
  c: Context<AppEnv>,
  services: Services,
  { asked, own = {} }: { asked: Asked; own?: Record<string, unknown> | undefined },
): Promise<Begun> {
  const tenant = c.get("tenant");
  const preset = await presetOf(services, { tenant, model: asked.model });
  const before = await saidBefore(services, { tenant, asked });
  const instructions: Said[] = asked.instructions === null ? [] : [{ role: "system", text: asked.instructions }];
  const pointer = asked.by === "chat" ? "/messages" : "/input";
  const body = bodyFor(preset, {
    asked,
    question: questionIn([...instructions, ...before, ...asked.input], pointer),
    own,
  });
  // It has been read already.
  const applied = { body: overPreset(preset.request, body), preset: referenceTo(preset) };
  const lease = leaseOf(await debateIdFor(c, services));
  const record = await startDebate(services, { tenant, applied, lease, key: c.get("caller")?.key });
  await services.store.records.put(keyOf(record), ASKED, asked);
  return { record, asked };
}

/** Nobody answers questions or decides here, so the debate does not ask; the preset's own policies stay. */
function bodyFor(
  preset: Preset,
  {
    asked,
    question,
    own: given,
  }: { asked: Asked; question: ReturnType<typeof questionIn>; own: Record<string, unknown> },
): Record<string, unknown> {
  // The model names the preset.
  const { preset: _other, ...own } = given;
  const {
    context,
    policies,
    format: named,
  } = preset.request as { context?: string; policies?: object; format?: string };
  const format = own["format"] ?? named;
  // An unknown one is refused later.
  const isJudged = !FORMATS.includes(format as FormatName) || hasJudge(format as FormatName);
  const undecided = { onContextOverflow: "truncate", ...(isJudged && { onJudgeFailure: "continue" }) };
  const background = [context, question.context].filter((text) => text !== undefined).join("\n\n");
  return {
    clarifications: null,
    ...(Object.keys(asked.metadata).length > 0 && { metadata: asked.metadata }),
    ...outputOf(asked),
    ...own,
    policies: { ...undecided, ...policies, ...(isObject(own["policies"]) && own["policies"]) },
    start: true,
    topic: question.topic,
    ...(background !== "" && { context: background }),
  };
}

function outputOf({ format }: Asked): { output?: { name: string; schema: object } } {
  return format.type === "json_schema" ? { output: { name: format.name, schema: format.schema } } : {};
}

/** Every repeat of the request gets this debate, and none gets another. */
function leaseOf({ debateId, isNew }: { debateId: string; isNew: boolean }): IdempotencyLease {
  const nothing = async () => {};
  const bind = async (id: string) => {
    if (id !== debateId)
      throw new ParleyError("request-in-progress", "the same request is being carried out; try again");
  };
  return {
    key: "",
    updateId: "",
    debateId,
    isNew,
    bind,
    point: nothing,
    answer: nothing,
    release: nothing,
    [Symbol.asyncDispose]: nothing,
  };
}

/** Throws `not-found` for a model that is none of the tenant's presets. */
export async function presetOf(
  services: Services,
  { tenant, model }: { tenant: string; model: string },
): Promise<Preset> {
  const [, name = ""] = MODEL.exec(model) ?? [];
  try {
    return await createPresets(services).require(tenant, name);
  } catch (error) {
    if (!(error instanceof ParleyError && error.code === "not-found")) throw error;
    const detail = `the model ${model.slice(0, 80)} does not exist; a model is parley/ and the name of a preset`;
    throw new ParleyError("not-found", detail, { model: true });
  }
}

/** What was said in the responses before this one, the oldest first: questions, and the answers that debates gave. */
async function saidBefore(services: Services, { tenant, asked }: { tenant: string; asked: Asked }): Promise<Said[]> {
  const said: Said[][] = [];
  for (let id = asked.previous; id !== null; ) {
    if (said.length === LONGEST_CHAIN) throw refusedPrevious(`continues more than ${LONGEST_CHAIN} responses`);
    const before = await askedIn(services, { tenant, by: "responses", id });
    if (!before) throw refusedPrevious(`there is no response ${id.slice(0, 80)}`);
    const told = await toldBy(services, before.record);
    const { result } = told.debate;
    if (!result) throw refusedPrevious(`the response ${id} has no answer yet`);
    said.unshift([...before.asked.input, { role: "assistant", text: answerText(told, result, { isShort: false }) }]);
    id = before.asked.previous;
  }
  return said.flat();
}

function refusedPrevious(detail: string): ParleyError {
  const errors = [{ pointer: "/previous_response_id", detail }];
  return new ParleyError("invalid-request", "the request is not valid", { errors });
}

/** The debate behind an id of OpenAI's style; null where there is none, or it was not asked for in this way. */
export async function askedIn(
  { store, debates }: Pick<Services, "store" | "debates">,
  { tenant, by, id }: { tenant: string; by: Asked["by"]; id: string },
): Promise<Begun | null> {
  const debateId = debateOf(by, id);
  if (debateId === null) return null;
  const asked = await store.records.get({ tenant, debateId }, ASKED, {});
  return asked?.by === by ? { record: await debates.require(tenant, debateId), asked } : null;
}
