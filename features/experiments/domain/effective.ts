/** The debate that an arm makes of an item: the base, the item's question, the arm's patch, and what marks it. */
import { isObject } from "../../../domain/base/is-object.ts";
import type { Format } from "../../../domain/rules/formats/format.ts";
import { FORMATS_BY_NAME } from "../../../domain/rules/formats/registry.format.ts";
import { PROTOCOLS, takes } from "../../../domain/rules/protocols/registry.protocol.ts";
import { withAutoFormat } from "../../../domain/rules/request/auto-format.ts";
import { patched } from "../../../domain/rules/request/patched.ts";
import { AUTO, DEFAULT_DEBATE } from "../../../domain/shapes/format-names.ts";
import type { Definition, Item } from "./experiment.ts";

/** Items and arms as they are named in a debate's metadata. */
export interface Mark {
  experiment: string;
  arm: string;
  item: string;
  repetition: number;
}

export function debateOf(input: {
  base: Definition["base"];
  patch: Record<string, unknown>;
  item: Item;
  mark?: Mark;
}): Record<string, unknown> {
  const { base, patch, item, mark } = input;
  const asked = withoutAuto(patched(base, patch), item);
  const merged = { ...withoutConclusion(asked), ...asked };
  const whole = { ...merged, topic: item.question, ...answersOf(merged, item) };
  return mark ? { ...whole, ...marked(merged, mark) } : whole;
}

/** By the item: one with answers that can be counted is voted on first. */
function withoutAuto(asked: Record<string, unknown>, { answers }: Item): Record<string, unknown> {
  const { body } = withAutoFormat({ ...asked, ...(asked.format === AUTO && answers && { answers }) });
  return body as Record<string, unknown>;
}

function isTaken({ format = DEFAULT_DEBATE.format }: Record<string, unknown>, path: string): boolean {
  const known = (FORMATS_BY_NAME as Record<string, Format | undefined>)[String(format)];
  return known !== undefined && takes(PROTOCOLS[known.protocol], path);
}

/** Nobody reads the conclusions of hundreds of debates: they are written where the base or the arm asks for them. */
function withoutConclusion(asked: Record<string, unknown>): { conclusion?: false } {
  return isTaken(asked, "conclusion") ? { conclusion: false } : {};
}

/** Only for formats that take them. */
function answersOf(merged: Record<string, unknown>, { answers, expected }: Item) {
  if (!isTaken(merged, "answers")) return {};
  return {
    ...(answers && { answers }),
    // Of a judged debate only its control arm would use it.
    ...(expected !== null && isTaken(merged, "weights") && { expected: valueOf(expected, answers) }),
  };
}

function valueOf(expected: string, answers: Item["answers"]): string | number {
  return answers?.type === "number" ? Number(expected) : expected;
}

function marked({ tags, metadata }: Record<string, unknown>, { experiment, arm, item, repetition }: Mark) {
  return {
    tags: [...(Array.isArray(tags) ? (tags as unknown[]) : []), experiment, arm],
    metadata: { ...(isObject(metadata) ? metadata : {}), experiment, arm, item, repetition: String(repetition) },
  };
}
