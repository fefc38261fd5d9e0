/** Finds every problem of an experiment at once. Each arm's debate is checked as `POST /v1/debates` would check it. */

import { isObject } from "../../../domain/base/is-object.ts";
import { checkRequest } from "../../../domain/play/beginning/checks.beginning.ts";
import { unsafe } from "../../../domain/play/beginning/revision.ts";
import { readAnswerText } from "../../../domain/rules/answers/same.ts";
import { faultsOf } from "../../../domain/rules/request/faults.request.ts";
import { withOptionsInModel } from "../../../domain/rules/request/options-in-model.ts";
import { withUsualParticipants } from "../../../domain/rules/seats/usual-participants.ts";
import type { Catalogue } from "../../../domain/shapes/catalogue/catalogue.ts";
import { capped, unique } from "../../../domain/shapes/problems.shape.ts";
import { TEXT } from "../../../domain/shapes/schemas/answer-form.ts";
import type { Problem, Warning } from "../../../domain/shapes/schemas/faults.schema.ts";
import { debateOf } from "./effective.ts";
import type { Definition, Item } from "./experiment.ts";
import { type ArmRequest, ArmsRequest, ExperimentRequest, type ItemRequest, MOST } from "./request.experiment.ts";

export type Checked<T> = { request: T; problems: [] } | { request: null; problems: Problem[] };

export function checkExperiment(body: unknown, catalogue: Catalogue): Checked<ExperimentRequest> {
  const parsed = ExperimentRequest.safeParse(body);
  if (!parsed.success) return { request: null, problems: faultsOf(parsed.error) };
  const { arms, items, repetitions } = parsed.data;
  const base = withOptionsInModel(parsed.data.base).body as Definition["base"];
  const [first] = itemsOf(items);
  const problems = [
    ...sizeProblems({ arms: arms.length, items: items.length, repetitions }),
    ...sameIds(items),
    ...baseProblems(base),
    ...(first ? armProblems({ base, arms, item: first, catalogue }) : []),
  ];
  return answered({ ...parsed.data, base }, problems);
}

/** Options of models that the base and the arms have outside `model`, and where they belong. */
export function optionsMoved({ base, arms = [] }: { base?: unknown; arms?: { patch?: unknown }[] }): Warning[] {
  const parts = [{ sent: base, at: "/base" }, ...arms.map(({ patch }, i) => ({ sent: patch, at: `/arms/${i}/patch` }))];
  return parts.flatMap(({ sent, at }) => withOptionsInModel(sent, at).moved);
}

/** New arms of an experiment. */
export function checkArms(
  body: unknown,
  { definition, item, catalogue }: { definition: Definition; item: Item; catalogue: Catalogue },
): Checked<ArmsRequest> {
  const parsed = ArmsRequest.safeParse(body);
  if (!parsed.success) return { request: null, problems: faultsOf(parsed.error) };
  const { arms: before, base, items, repetitions } = definition;
  const { arms } = parsed.data;
  const all = [...before, ...arms];
  const most =
    all.length > MOST.arms ? [{ pointer: "/arms", detail: `an experiment has at most ${MOST.arms} arms` }] : [];
  const problems = [
    ...most,
    ...sizeProblems({ arms: all.length, items, repetitions }),
    ...armProblems({ base, arms, item, catalogue, taken: before.map(({ name }) => name) }),
  ];
  return answered(parsed.data, problems);
}

/** Items as they are stored. */
export function itemsOf(items: ItemRequest[]): Item[] {
  return items.map(({ id, question, answers, expected }, i) => ({
    id: id ?? `i${i + 1}`,
    question,
    answers: answers ?? null,
    expected: expected === undefined ? null : readAnswerText(expected, answers ?? TEXT),
  }));
}

function answered<T>(request: T, found: Problem[]): Checked<T> {
  const problems = capped(unique(found));
  return problems.length === 0 ? { request, problems: [] } : { request: null, problems };
}

function sizeProblems({ arms, items, repetitions }: Record<"arms" | "items" | "repetitions", number>): Problem[] {
  const cells = arms * items * repetitions;
  if (cells <= MOST.cells) return [];
  const detail = `items × arms × repetitions must be at most ${MOST.cells}, and are ${cells}`;
  return [{ pointer: "/items", detail }];
}

function sameIds(items: ItemRequest[]): Problem[] {
  const seen = new Set<string>();
  return itemsOf(items).flatMap(({ id }, i) => {
    const isTaken = seen.has(id);
    seen.add(id);
    if (!isTaken) return [];
    return [{ pointer: `/items/${i}/id`, detail: `the id "${id}" is taken: ids must differ` }];
  });
}

/** These belong to single debates. */
const NOT_HERE = {
  topic: "each item's question is the topic",
  start: "an experiment starts its debates by itself",
  webhook: "debates of an experiment have no webhook",
};

function baseProblems(base: Definition["base"]): Problem[] {
  return [...foreign(base, ""), ...unsafe(base)].map(({ pointer, detail }) => ({ pointer: `/base${pointer}`, detail }));
}

function foreign(fields: Record<string, unknown>, at: string): Problem[] {
  return Object.entries(NOT_HERE).flatMap(([name, detail]) =>
    Object.hasOwn(fields, name) ? [{ pointer: `${at}/${name}`, detail: `leave it out: ${detail}` }] : [],
  );
}

interface ArmsToCheck {
  base: Definition["base"];
  arms: ArmRequest[];
  item: Item;
  catalogue: Catalogue;
  /** Names of earlier arms. */
  taken?: string[];
}

function armProblems({ arms, taken = [], ...input }: ArmsToCheck): Problem[] {
  const names = new Set(taken);
  return arms.flatMap(({ name, patch }, i) => {
    const at = `/arms/${i}`;
    const isTaken = names.has(name);
    names.add(name);
    const twice = isTaken ? [{ pointer: `${at}/name`, detail: `the name "${name}" is taken: names must differ` }] : [];
    return [...twice, ...patchProblems({ ...input, patch: patch ?? {}, at: `${at}/patch` })];
  });
}

/** A baseline takes its models from the base, so its patch is empty. */
function patchProblems(
  input: Omit<ArmsToCheck, "arms" | "taken"> & { patch: Definition["base"]; at: string },
): Problem[] {
  const { base, patch, item, catalogue, at } = input;
  const refused = [...foreign(patch, ""), ...unsafe(patch)];
  if (refused.length > 0) return refused.map(({ pointer, detail }) => ({ pointer: at + pointer, detail }));
  const mark = { experiment: "exp-20261121-051254-7K2M9Q", arm: "arm", item: item.id, repetition: 1 };
  const { problems } = checkRequest(
    withUsualParticipants(debateOf({ base, patch, item, mark }), catalogue).body,
    catalogue,
  );
  return problems.map(({ pointer, detail }) => ({ pointer: placeIn(pointer, { patch, at }), detail }));
}

/** A field that the patch touches is the arm's, others are the base's. */
function placeIn(pointer: string, { patch, at }: { patch: Definition["base"]; at: string }): string {
  const [, field = ""] = pointer.split("/");
  if (field === "topic") return "/items/0/question";
  if (field === "answers" || field === "expected") return `/items/0${pointer}`;
  return isObject(patch) && Object.hasOwn(patch, field) ? at + pointer : `/base${pointer}`;
}
