/**
 * Who debates and who judges when a request does not say: models of different families, as far as the server has keys,
 * since judges prefer their own family (docs/design/debate.md#113-judging). Without a key, the demo's models.
 */
import { type Catalogue, parseModel } from "../catalogue/catalogue.ts";
import { DEMO_JUDGE, hasJudge } from "../catalogue/judge-model.ts";
import { placeOf } from "../formats/description.ts";
import type { Format } from "../formats/format.ts";
import { FORMATS_BY_NAME } from "../formats/registry.ts";
import { familyOf } from "../judging/independence.ts";
import { protocolOf } from "../protocols/registry.ts";
import type { Warning } from "../schemas/faults.ts";
import { DEMO_MODEL } from "./fixed-roles.ts";

/** Names of participants who came without one, in their order. */
export const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana"];

interface ChosenModels {
  /** `provider/model`, by seat. */
  speakers: string[];
  judge: string;
}

/**
 * Speakers come from as many families as there are; the judge from another one, else it is another model. `DEFAULT_MODEL`
 * speaks for all, and `DEFAULT_JUDGE_MODEL` judges.
 */
export function chooseModels(catalogue: Catalogue, seats = 2): ChosenModels {
  const usual = inTheirOrder(catalogue);
  const chosen = catalogue.chosen();
  const families = chosen.model ? [chosen.model] : firstOfFamilies(usual);
  const [first = DEMO_MODEL] = families;
  const speakers = Array.from({ length: seats }, (_, i) => families[i % families.length] ?? first);
  const judge = chosen.judge ?? judgeBeside(speakers, usual) ?? first;
  return { speakers, judge: families.length === 0 ? DEMO_JUDGE : judge };
}

/** One model of each provider with a key before the second of any. */
function inTheirOrder(catalogue: Catalogue): string[] {
  const lists = catalogue.providers().flatMap((p) => (p.isAuthenticated && !p.demo ? [p.usualModels] : []));
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}

function firstOfFamilies(models: string[]): string[] {
  return [...new Map(models.toReversed().map((model) => [family(model), model])).values()].toReversed();
}

function judgeBeside(speakers: string[], usual: string[]): string | undefined {
  const families = new Set(speakers.map(family));
  return usual.find((model) => !families.has(family(model))) ?? usual.find((model) => !speakers.includes(model));
}

function family(model: string): string {
  return familyOf(parseModel(model) ?? { provider: "", model });
}

/** The body with everybody that it does not name, and a warning that says who was taken. Other bodies stay as they are. */
export function withUsualParticipants(body: unknown, catalogue: Catalogue): { body: unknown; taken: Warning[] } {
  if (typeof body !== "object" || body === null || Array.isArray(body) || "participants" in body)
    return { body, taken: [] };
  const { format = "free-form", judge } = body as { format?: unknown; judge?: unknown };
  const rules = (FORMATS_BY_NAME as Record<string, Format | undefined>)[String(format)];
  if (!rules) return { body, taken: [] };
  const seats = seatsTaken(rules);
  const models = chooseModels(catalogue, seats.length);
  const participants = seats.map((seat, i) => ({ ...seat, model: models.speakers[i] }));
  const needsJudge = judge === undefined && hasJudge(rules.name);
  return {
    body: { ...body, participants, ...(needsJudge && { judge: { model: models.judge } }) },
    taken: [{ code: "participants-chosen", detail: told(participants, needsJudge ? models.judge : null) }],
  };
}

/** As few as the format takes; where roles are fixed, each of them. */
function seatsTaken(format: Format): { name: string; side?: string; role?: string }[] {
  const { fixed = {} } = protocolOf({ format: format.name }).seats;
  return NAMES.slice(0, format.participants.min).map((name, i) => {
    const place = placeOf(format, i);
    return { name: fixed[place.role ?? ""]?.name ?? name, ...place };
  });
}

function told(participants: { name: string; model: string | undefined }[], judge: string | null): string {
  const speakers = participants.map(({ name, model }) => `${name} (${model})`).join(", ");
  return `no participants were named: ${speakers} debate${judge === null ? "" : `, and ${judge} judges`}`;
}
