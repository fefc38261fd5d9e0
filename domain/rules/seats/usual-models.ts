/**
 * Models by their use: `usual/speaker-1` and `usual/judge-1` stand for the models that this server would take. So a saved
 * request works on every server, also without a key.
 */

import { isObject } from "../../base/is-object.ts";
import type { Catalogue } from "../../shapes/catalogue/catalogue.ts";
import { familyOfId } from "../../shapes/catalogue/family.ts";
import { modelNameIn } from "../../shapes/catalogue/model-choice.ts";
import { shortModel } from "../../shapes/names.shape.ts";
import type { Warning } from "../../shapes/schemas/faults.schema.ts";
import { withOptionsInModel } from "../request/options-in-model.ts";
import { areAllDemo, DEMO_JUDGE, DEMO_MODEL } from "./fixed-roles.ts";
import { type ChosenPanel, panelOfSize, panelOfUses } from "./usual-panel.ts";

const MOST_USES = 8;
const USUAL = /^usual\/(speaker|judge)-([1-8])$/;

export interface UsualModels {
  /** Of different families as far as there are keys; `DEFAULT_MODEL` speaks for all. */
  speaker(seat: number): string;
  /**
   * Models beside those of the speakers, `DEFAULT_JUDGE_MODEL` first: one of each family before a second of any, and families
   * that do not speak before others. One at least.
   */
  judges(speakers: string[]): string[];
  judge(speakers: string[], seat: number): string;
}

export function usualModels(catalogue: Catalogue): UsualModels {
  const known = inTheirOrder(catalogue);
  const chosen = catalogue.chosen();
  const families = chosen.model ? [chosen.model] : firstOfFamilies(known);
  const [first = DEMO_MODEL] = families;
  const judges = (speakers: string[]) => {
    if (families.length === 0) return [DEMO_JUDGE];
    const beside = judgesBeside(speakers, { known, first: chosen.judge });
    return beside.length > 0 ? beside : [first];
  };
  return {
    speaker: (seat) => families[seat % families.length] ?? first,
    judges,
    judge(speakers, seat) {
      const all = judges(speakers);
      return all[seat % all.length] ?? first;
    },
  };
}

/** The model that each use stands for, by its name in a request. Judges are those beside two usual speakers. */
export function modelsByUse(catalogue: Catalogue): Record<string, string> {
  const usual = usualModels(catalogue);
  const speakers = [usual.speaker(0), usual.speaker(1)];
  const seats = Array.from({ length: MOST_USES }, (_, seat) => seat);
  return Object.fromEntries([
    ...seats.map((seat) => [`usual/speaker-${seat + 1}`, usual.speaker(seat)]),
    ...seats.map((seat) => [`usual/judge-${seat + 1}`, usual.judge(speakers, seat)]),
  ]);
}

/** One model of each provider with a key before the second of any. */
function inTheirOrder(catalogue: Catalogue): string[] {
  const lists = catalogue.providers().flatMap((p) => (p.isAuthenticated && !p.demo ? [p.usualModels] : []));
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat();
}

function firstOfFamilies(models: string[]): string[] {
  return firstOfEach(models, familyOfId);
}

function firstOfEach(models: string[], keyOf: (model: string) => string): string[] {
  const keys = models.map(keyOf);
  return models.filter((_, i) => keys.indexOf(keys[i] ?? "") === i);
}

/** Two providers may serve one model: it judges once, and not where it speaks. */
function judgesBeside(speakers: string[], { known, first }: { known: string[]; first: string | null }): string[] {
  const speaking = { families: speakers.map(familyOfId), names: speakers.map(shortModel) };
  const silent = known.filter((model) => !speaking.names.includes(shortModel(model)));
  const isStranger = (model: string) => !speaking.families.includes(familyOfId(model));
  const ranked = [
    ...(first ? [first] : []),
    ...silent.filter(isStranger),
    ...silent.filter((model) => !isStranger(model)),
  ];
  return firstOfEach([...firstOfFamilies(ranked), ...ranked], shortModel);
}

/**
 * The body with models for their uses, and a warning that says which were taken. Options that stand beside a model are moved
 * into it. Other bodies stay as they are. `at`: the pointer of the request in the body.
 */
export function withUsualModels(sent: unknown, catalogue: Catalogue, at = ""): { body: unknown; taken: Warning[] } {
  const { body, moved } = withOptionsInModel(sent, at);
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
    isObject(seat)
      ? {
          ...seat,
          ...("model" in seat && { model: named(seat.model, []) }),
          ...(Array.isArray(seat.fallbacks) && { fallbacks: seat.fallbacks.map((one) => named(one, [])) }),
        }
      : seat,
  );
  const speakers = seats.flatMap((seat) => (isObject(seat) ? [modelNameIn(seat.model)] : []));
  const model = (value: unknown) => named(value, speakers);
  // Where there are fewer models than uses, none is asked twice.
  const models = (list: unknown) => (Array.isArray(list) ? withoutRepeats(list.map(model)) : list);
  const { participants, judge, audience, policies, contextWindow } = body;
  const panel = isObject(judge) ? chosenPanel(judge, { speakers, usual, catalogue, resolve: model }) : null;
  return {
    body: {
      ...body,
      ...(Array.isArray(participants) && { participants: seats }),
      ...changed("judge", judge, { model, panel: (given) => panel?.panel ?? given }),
      ...changed("audience", audience, { models: (list) => (Array.isArray(list) ? list.map(model) : list) }),
      ...changed("policies", policies, { fallbackJudges: models }),
      ...changed("contextWindow", contextWindow, { summarizerModel: model }),
    },
    taken: [...moved, ...warningOf(found), ...(panel?.taken ?? [])],
  };
}

/** Null: no member of the judge's panel is left to Parley. */
function chosenPanel(
  { panel, requireIndependent }: Record<string, unknown>,
  from: { speakers: string[]; usual: UsualModels; catalogue: Catalogue; resolve: (choice: unknown) => unknown },
): ChosenPanel | null {
  const { speakers, usual, catalogue, resolve } = from;
  const candidates = (judges: string[]) => ({
    judges,
    speakers,
    given: catalogue.chosen().judge,
    isDemo: judges[0] === DEMO_JUDGE,
  });
  if (Array.isArray(panel)) return panelOfUses(panel, resolve, candidates(usual.judges(speakers)));
  const judges = areAllDemo(speakers, catalogue) ? [DEMO_JUDGE] : usual.judges(speakers);
  return panelOfSize(panel, { ...candidates(judges), requireIndependent: requireIndependent === true });
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
