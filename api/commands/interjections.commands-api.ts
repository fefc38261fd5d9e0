/** The owner interjects a remark. */

import { randomUUID } from "node:crypto";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { NOTES } from "../../domain/play/records/kinds.record.ts";
import { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { turnOf } from "../../domain/shapes/state/interjections.state.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import { keyOf } from "../../store/port/debates.port.ts";
import { InterjectionRequest } from "../base/owner-requests.ts";
import type { Services } from "../base/services.ts";
import { readJson } from "../http/body.http.ts";
import { validBody } from "../http/valid-body.ts";
import { json } from "../openapi/openapi.ts";
import { defineRoute } from "../openapi/route.openapi.ts";
import { give } from "./commands.routes.ts";

export const interjectRoute = defineRoute({
  at: "POST /v1/debates/{id}/interjections",
  place: "commands",
  operationId: "interject",
  tag: "Commands",
  summary: "Say something to the participants, from their next turns on",
  body: InterjectionRequest,
  replies: { 202: json(Turn, "The interjection, as the transcript shows it") },
  refuses: ["illegal-transition"],
  async answer(c, services) {
    const record = await services.debates.requested(c);
    const { text, to } = validBody(InterjectionRequest, await readJson(c), "the interjection is");
    return c.json(turnOf(await interject(services, { record, text, to }), text), 202);
  },
});

/** Stores the text first, since prompts read it as soon as the workflow accepts the interjection. */
async function interject(services: Services, call: { record: DebateRecord; text: string; to: string | undefined }) {
  const { record, text, to } = call;
  const debate = keyOf(record);
  const note = randomUUID();
  await services.store.records.put(debate, NOTES, text, { note });
  try {
    const { state } = await give(services, { record, command: "interject", input: { note, ...(to && { to }) } });
    const ref = state.interjections?.find((one) => one.note === note);
    if (ref) return ref;
    throw new ParleyError("internal", "an accepted interjection is not in the state");
  } catch (error) {
    if (isRefusal(error)) await services.store.records.remove(debate, NOTES, { note });
    throw error;
  }
}

/** If the workflow did not answer, it may have accepted the interjection: then the text must stay. */
function isRefusal(error: unknown): boolean {
  return error instanceof ParleyError && error.code !== "unavailable" && error.code !== "internal";
}
