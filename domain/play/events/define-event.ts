/**
 * An event type is one definition: its data, the brief form that the workflow keeps, and its change of the state.
 * Workflows import the definitions, so Zod is only an argument of `shape`.
 */
import type { z } from "zod";
import type { DebateState } from "../../shapes/state/state.ts";
import type { Fields } from "./fields.events.ts";

export type Whole<S extends z.ZodRawShape> = z.infer<z.ZodObject<S>>;

export interface EventDefinition<T extends string, S extends z.ZodRawShape, B> {
  type: T;
  /** The data as the log has it, texts included: for the API's schema and the check of imports. */
  shape: (fields: Fields) => S;
  /** The fields that a reader of a share link is shown. Left out: the event is not shown at all. */
  shared?: readonly (keyof NoInfer<S>)[];
  /** What the workflow keeps of it, without texts. Left out: all of it. */
  brief?(whole: Whole<S>): B;
  /** Left out: it changes nothing in the state. `at` is ISO 8601. */
  reduce?(state: DebateState, data: B, at: string): DebateState;
}

/** A definition of any type. */
export interface AnyEventDefinition {
  type: string;
  shape: (fields: Fields) => z.ZodRawShape;
  shared?: readonly string[];
  brief?(whole: object): object;
  reduce?(state: DebateState, data: object, at: string): DebateState;
}

export function defineEvent<const T extends string, S extends z.ZodRawShape, B = Whole<S>>(
  definition: EventDefinition<T, S, B>,
): EventDefinition<T, S, B> {
  return definition;
}
