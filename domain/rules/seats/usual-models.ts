/**
 * Models by their use: `usual/speaker-1` and `usual/judge-1` stand for the models that this server would take. So a saved
 * request works on every server, also without a key.
 */

import { isObject } from "../../base/is-object.ts";
import { type Catalogue, parseModel } from "../../shapes/catalogue/catalogue.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";
import { familyOf } from "../request/independence.ts";
import { withOptionsInModel } from "../request/options-in-model.ts";
import { DEMO_MODEL } from "./fixed-roles.ts";
import { DEMO_JUDGE } from "./judge-model.ts";

const USUAL = /^usual\/(speaker|judge)-([1-8])$/;

export interface UsualModels {
  /** Of different families as far as there are keys; `DEFAULT_MODEL` speaks for all. */
  speaker(seat: number): string;
  /** Models beside those of the speakers, other families first; `DEFAULT_JUDGE_MODEL` is the first of them. */
  judge(speakers: string[], seat: number): string;
}

export function usualModels(catalogue: Catalogue): UsualModels {
  const known = inTheirOrder(catalogue);
  const chosen = catalogue.chosen();
  const families = chosen.model ? [chosen.model] : firstOfFamilies(known);
  const [first = DEMO_MODEL] = families;
  return {
    speaker: (seat) => families[seat % families.length] ?? first,
    judge(speakers, seat) {
      if (families.length === 0) return DEMO_JUDGE;
      const judges = [...new Set([...(chosen.judge ? [chosen.judge] : []), ...judgesBeside(speakers, known)])];
      return judges[seat % judges.length] ?? first;
    },
  };
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

/** First one of each family that does not speak, then all others that do not speak. */
function judgesBeside(speakers: string[], known: string[]): string[] {
  const speaking = new Set(speakers.map(family));
  const strangers = known.filter((model) => !speaking.has(family(model)));
  return [...new Set([...firstOfFamilies(strangers), ...known.filter((model) => !speakers.includes(model))])];
}

function family(model: string): string {
  return familyOf(parseModel(model) ?? { provider: "", model });
}

/**
 * The body with models for their uses, and a warning that says which were taken. Options that stand beside a model are moved
 * into it. Other bodies stay as they are.
 */
export function withUsualModels(sent: unknown, catalogue: Catalogue): { body: unknown; taken: Warning[] } {
  const { body, moved } = withOptionsInModel(sent);
  if (!isObject(body)) return { body, taken: [] };
  const usual = usualModels(catalogue);
  const found = new Map<string, string>();
  const resolve = (value: unknown, speakers: string[]): unknown => {
    const [, use, seat] = (typeof value === "string" && USUAL.exec(value)) || [];
    if (use === undefined) return value;
    const model = use === "speaker" ? usual.speaker(Number(seat) - 1) : usual.judge(speakers, Number(seat) - 1);
    found.set(value as string, model);
    return model;
  };
  const named = (model: unknown, speakers: string[]) =>
    isObject(model) ? { ...model, model: resolve(model.model, speakers) } : resolve(model, speakers);
  const seats = listOf(body.participants).map((seat) =>
    isObject(seat) && "model" in seat ? { ...seat, model: named(seat.model, []) } : seat,
  );
  const speakers = seats.flatMap((seat) => (isObject(seat) ? [modelNameIn(seat.model)] : []));
  const model = (value: unknown) => named(value, speakers);
  // Where there are fewer models than uses, none is there twice.
  const models = (list: unknown) => (Array.isArray(list) ? withoutRepeats(list.map(model)) : list);
  const { participants, judge, audience, policies, contextWindow } = body;
  return {
    body: {
      ...body,
      ...(Array.isArray(participants) && { participants: seats }),
      ...changed("judge", judge, { model, panel: models }),
      ...changed("audience", audience, { models: (list) => (Array.isArray(list) ? list.map(model) : list) }),
      ...changed("policies", policies, { fallbackJudges: models }),
      ...changed("contextWindow", contextWindow, { summarizerModel: model }),
    },
    taken: [...moved, ...warningOf(found)],
  };
}

function warningOf(found: Map<string, string>): Warning[] {
  const detail = [...found].map(([use, taken]) => `${use} is ${taken}`).join(", ");
  return detail === "" ? [] : [{ code: "participants-chosen", detail }];
}

/** The object with some of its fields changed, under its name; nothing if it is none. */
function changed(name: string, value: unknown, changes: Record<string, (value: unknown) => unknown>): object {
  if (!isObject(value)) return {};
  const fields = Object.entries(changes).flatMap(([field, change]) =>
    field in value ? [[field, change(value[field])] as const] : [],
  );
  return { [name]: { ...value, ...Object.fromEntries(fields) } };
}

function withoutRepeats(models: unknown[]): unknown[] {
  return [...new Map(models.map((model) => [JSON.stringify(model), model])).values()];
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
