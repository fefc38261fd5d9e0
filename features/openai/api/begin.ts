/** Begins the debate that answers a request in OpenAI's format. */
import type { Context } from "hono";
import type { AppEnv } from "../../../api/base/context.api-base.ts";
import type { Services } from "../../../api/base/services.ts";
import { beginRun } from "../../../api/run/begin.run-api.ts";
import { answerable } from "../../../api/run/follow.run-api.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { questionIn, type Said } from "../../../domain/rules/request/conversation.request.ts";
import type { Preset } from "../../../domain/shapes/schemas/preset.ts";
import { answerText } from "../../../domain/show/run/answer.run.ts";
import type { DebateRecord } from "../../../store/port/debates.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { ASKED, type Asked } from "../domain/asked.openai.ts";
import { councilFields } from "../domain/fusion.openai.ts";
import { debateOf } from "./ids.openai-api.ts";
import { onceFor } from "./repeats.openai-api.ts";
import { FUSION_MODEL } from "./requests.openai-api.ts";

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
  if (asked.fusion && preset.request["format"] !== "council")
    throw refused(
      "/model",
      "must be a preset of a council where the plugin fusion is asked for, such as parley/council",
    );
  const before = await saidBefore(services, { tenant, asked });
  const instructions: Said[] = asked.instructions === null ? [] : [{ role: "system", text: asked.instructions }];
  const pointer = asked.by === "chat" ? "/messages" : "/input";
  const record = await beginRun(services, {
    tenant,
    key: c.get("caller")?.key,
    preset,
    question: questionIn([...instructions, ...before, ...asked.input], pointer),
    fields: {
      ...(Object.keys(asked.metadata).length > 0 && { metadata: asked.metadata }),
      ...outputOf(asked),
      ...(asked.fusion && councilFields(asked.fusion)),
      ...own,
    },
    isAnswered: false,
    once: await onceFor(c, services),
  });
  await services.store.records.put(keyOf(record), ASKED, asked);
  return { record, asked };
}

function outputOf({ format }: Asked): { output?: { name: string; schema: object } } {
  return format.type === "json_schema" ? { output: { name: format.name, schema: format.schema } } : {};
}

/** Throws `not-found` for a model that is none of the tenant's presets. */
export async function presetOf(
  services: Services,
  { tenant, model }: { tenant: string; model: string },
): Promise<Preset> {
  const [, name = ""] = MODEL.exec(model === FUSION_MODEL ? "council" : model) ?? [];
  try {
    return await services.presets.find(tenant, name);
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
    const told = await answerable(services, before.record);
    const { result } = told.debate;
    if (!result) throw refusedPrevious(`the response ${id} has no answer yet`);
    said.unshift([...before.asked.input, { role: "assistant", text: answerText(told, result, { isShort: false }) }]);
    id = before.asked.previous;
  }
  return said.flat();
}

function refusedPrevious(detail: string): ParleyError {
  return refused("/previous_response_id", detail);
}

function refused(pointer: string, detail: string): ParleyError {
  const errors = [{ pointer, detail }];
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
