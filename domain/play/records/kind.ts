/**
 * Everything stored for a debate beside its log is a record, and so is what belongs to a tenant, a key or a session. Every
 * record has a kind. The store knows no kind by name: a kind says itself where its records are and how they may change.
 */
import { generationIn, ofGeneration, piece, requireShort, three } from "./keys.record.ts";
import { packVector, type StoredVector, unpackVector } from "./vector-bytes.ts";

export interface OfDebate {
  tenant: string;
  debateId: string;
}

/** `Scope` is what the record belongs to. Within that, `Place` names one record, `Range` a list of them. */
export interface Kind<Value, Place extends object, Range extends object = never, Scope extends object = OfDebate> {
  /** For error messages. */
  name: string;
  /** The partition key. Missing: the debate's. */
  partition?(scope: Scope): string;
  /** The record's sort key; null when there cannot be such a record. */
  key(place: Place): string | null;
  /** Missing: records of this kind are not listed. */
  range?(range: Range): KeyRange;
  /** True: the value replaces the stored one. Missing: a record is put once, and the first value stays. */
  replaces?(value: Value): boolean;
  /** Attributes of a stored item that `records.replace` may change; `{}`: of all. Missing: it may change none. */
  open?: Record<string, unknown>;
  /** False: the item gets the attributes of `open`. Missing: every value is final, and no process reads it twice. */
  isFinal?(value: Value): boolean;
  /** False: `KeyRange.count` leaves this value out. */
  isCounted?(value: Value): boolean;
  /** A sort key: the record is not put unless there is a record under it. */
  within?(place: Place): string;
  /** Lists go over the table's index of lists, whose partition key is `partition`; it may be late by a moment. */
  isIndexed?: true;
  /** Pages begin with the highest sort key. */
  newestFirst?: true;
  /** The attributes of the stored item, which is read each time. Missing: one JSON text. */
  pack?(value: Value): Record<string, unknown>;
  unpack?(attributes: Record<string, unknown>): Value;
}

/** All sort keys that begin with `prefix`, from `from` on and below `below`. */
export interface KeyRange {
  prefix: string;
  from?: string;
  below?: string;
  /** How many counted records there are. A process that keeps as many does not read them again. */
  count?: number;
  /** The key after which a page begins, without the scope's part. */
  start?: Record<string, string> | undefined;
}

/** What `records.put` needs beside the value: the parts of the place that the value lacks. */
export type Missing<Place, Value> = keyof Place extends keyof Value ? [] : [place: Omit<Place, keyof Value>];

interface Generation {
  generation: number;
}

/** A kind whose records have ids such as `g1-b1-given`, listed by generation. */
export function kindById<Value extends { id: string }>(
  name: string,
  prefix: string,
): Kind<Value, { id: string }, Generation> {
  return {
    name,
    key: ({ id }) => keyOf(prefix, id, piece(id)),
    range: ({ generation }) => ({ prefix: `${ofGeneration(prefix, generation)}#` }),
  };
}

/** A kind whose records also have a round, and are listed in the order of rounds. */
export function kindByRound<Value extends { id: string; round: number }>(
  name: string,
  prefix: string,
): Kind<Value, { id: string; round: number }, Generation & { before?: { round: number; count: number } }> {
  return {
    name,
    key: ({ id, round }) => keyOf(prefix, id, `${three(round)}#${piece(id)}`),
    range({ generation, before }) {
      const all = `${ofGeneration(prefix, generation)}#`;
      return { prefix: all, ...(before && { below: `${all}${three(before.round)}`, count: before.count }) };
    },
  };
}

/** A kind whose keys are a prefix for each list, and the `last` piece, which names the record in it. */
export function kindUnder<Value, Range extends object, Last extends object>(
  name: string,
  { prefix, last }: { prefix: (range: Range) => string; last: (place: Last) => string },
): Kind<Value, Range & Last, Range> {
  return { name, key: (place) => prefix(place) + last(place), range: (range) => ({ prefix: prefix(range) }) };
}

/** A kind of which each generation has one record. */
export function kindByGeneration<Value>(name: string, prefix: string): Kind<Value, Generation> {
  return { name, key: ({ generation }) => ofGeneration(prefix, generation) };
}

/** A kind of which each debate has one record; the latest value counts. */
export function kindOfOne<Value>(name: string, key: string): Kind<Value, object> {
  return { name, key: () => key, replaces: () => true };
}

/** Embeddings, one for each id. They can be computed again. */
export function kindOfVectors<Scope extends object = OfDebate>(
  name: string,
  partition?: (scope: Scope) => string,
): Kind<StoredVector, { id: string }, object, Scope> {
  return {
    name,
    ...(partition && { partition }),
    key: ({ id }) => requireShort(`VECTOR#${piece(id)}`, { name, as: "sort" }),
    range: () => ({ prefix: "VECTOR#" }),
    replaces: () => true,
    pack: ({ id, key, vector }) => ({ id, key, vector: packVector(vector) }),
    unpack: ({ id, key, vector }) => ({ id: id as string, key: key as string, vector: unpackVector(vector) }),
  };
}

function keyOf(prefix: string, id: string, rest: string): string | null {
  const generation = generationIn(id);
  return generation === null ? null : `${ofGeneration(prefix, generation)}#${rest}`;
}
