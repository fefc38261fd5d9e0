/** What was learnt of models: how each is asked otherwise, since its provider refused the usual way. It belongs to no tenant. */
import type { ModelRef } from "../../shapes/catalogue/model-ref.ts";
import { piece, requireShort } from "./keys.record.ts";
import type { Kind } from "./kind.ts";

/** In place of a model: what was learnt of the address, whoever speaks there. */
export const EVERY_MODEL = "*";

/** A model at one address. */
export interface Seat {
  /** A digest of the provider's base URL: what another server of that name refuses is another matter. */
  endpoint: string;
  provider: string;
  model: string;
}

export interface Learnt extends Seat {
  lessons: string[];
  /** ISO 8601, UTC: when the last of them was learnt. */
  at: string;
}

/** Milliseconds. A server that has been renewed is asked the usual way again. */
const LASTS = 30 * 86_400_000;

export const LESSONS: Kind<Learnt, Seat, Partial<ModelRef>, object> = {
  name: "model's lessons",
  partition: () => "LESSONS",
  key: ({ endpoint, ...model }) =>
    requireShort(`${prefixOf(model)}${piece(endpoint)}`, { name: "model's lessons", as: "sort" }),
  range: (model) => ({ prefix: prefixOf(model) }),
  replaces: () => true,
  isFinal: () => false,
};

/** Of one model, or of all. */
function prefixOf({ provider, model }: Partial<ModelRef>): string {
  return provider === undefined || model === undefined ? "LESSONS#" : `LESSONS#${piece(provider)}#${piece(model)}#`;
}

/** The lessons that still hold. */
export function current(learnt: Learnt | null, now: Date): string[] {
  return learnt && now.getTime() - Date.parse(learnt.at) < LASTS ? learnt.lessons : [];
}
