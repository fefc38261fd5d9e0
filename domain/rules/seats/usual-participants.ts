/**
 * Who debates and who judges when a request does not say: models of different families, as far as the server has keys,
 * since judges prefer their own family (docs/design/debate.md#113-judging). Without a key, the demo's models.
 */

import { isObject } from "../../base/is-object.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { DEFAULT_DEBATE } from "../../shapes/format-names.ts";
import type { FormatName } from "../../shapes/schemas/debate.schema.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";
import type { Format } from "../formats/format.ts";
import { FORMATS_BY_NAME } from "../formats/registry.format.ts";
import { placeOf } from "../protocols/format-description.ts";
import { protocolOf } from "../protocols/registry.protocol.ts";
import { withAutoFormat } from "../request/auto-format.ts";
import { defaultPanel } from "./default-panel.ts";
import { hasJudge } from "./judge-model.ts";
import { usualModels, withUsualModels } from "./usual-models.ts";

/** Names of participants who came without one, in their order. */
export const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"];

interface ChosenModels {
  /** `provider/model`, by seat. */
  speakers: string[];
  judge: string;
  /** Who votes in the judge's place; empty: it judges alone. */
  panel: string[];
}

/** For so many seats of a format. */
export function chooseModels(
  catalogue: Catalogue,
  { seats = 2, format = DEFAULT_DEBATE.format }: { seats?: number; format?: FormatName } = {},
): ChosenModels {
  const usual = usualModels(catalogue);
  const speakers = Array.from({ length: seats }, (_, seat) => usual.speaker(seat));
  const participants = speakers.map((model) => ({ name: "", model }));
  const { voting = [] } = defaultPanel({ format, participants }, catalogue) ?? {};
  return { speakers, judge: usual.judge(speakers, 0), panel: voting };
}

/**
 * The body with everybody that it does not name, with models for their uses and a format for `auto`, and warnings that say
 * who and what was taken. Other bodies stay as they are.
 *
 * @example
 * withUsualParticipants({ topic: "Why?" }, demo).body.participants.length // → 2
 */
export function withUsualParticipants(sent: unknown, catalogue: Catalogue): { body: unknown; taken: Warning[] } {
  const { body, taken: format } = withAutoFormat(sent);
  if (!isObject(body)) return { body, taken: [] };
  const seated = "participants" in body ? null : seatedBy(body, catalogue);
  const { body: whole, taken } = withUsualModels(seated?.body ?? body, catalogue);
  const chosen: Warning[] = seated ? [{ code: "participants-chosen", detail: seated.told }] : [];
  return { body: whole, taken: [...format, ...chosen, ...taken] };
}

/** null for an unknown format. */
function seatedBy(body: Record<string, unknown>, catalogue: Catalogue) {
  const { format = DEFAULT_DEBATE.format, judge } = body;
  const rules = (FORMATS_BY_NAME as Record<string, Format | undefined>)[String(format)];
  if (!rules) return null;
  const seats = seatsTaken(rules);
  const models = chooseModels(catalogue, { seats: seats.length, format: rules.name as FormatName });
  const participants = seats.map((seat, i) => ({ ...seat, model: models.speakers[i] }));
  // A panel is chosen with the rest of what the request leaves open, where limits can make it smaller.
  const needsJudge = judge === undefined && hasJudge(rules.name) && models.panel.length === 0;
  return {
    body: { ...body, participants, ...(needsJudge && { judge: { model: models.judge } }) },
    told: told(participants, needsJudge ? models.judge : null),
  };
}

/** As many as is usual for the format; where roles are fixed, each of them. */
function seatsTaken(format: Format): { name: string; side?: string; role?: string }[] {
  const { fixed = {} } = protocolOf({ format: format.name }).seats;
  return NAMES.slice(0, format.participants.usual ?? format.participants.min).map((name, i) => {
    const place = placeOf(format, i);
    return { name: fixed[place.role ?? ""]?.name ?? name, ...place };
  });
}

function told(participants: { name: string; model: string | undefined }[], judge: string | null): string {
  const speakers = participants.map(({ name, model }) => `${name} (${model})`).join(", ");
  return `no participants were named: ${speakers} debate${judge === null ? "" : `, and ${judge} judges`}`;
}
