/** The one table's keys (spec §3.2). The tenant stands in every one of them, so no query can leave its tenant. */
import { ParleyError } from "../domain/errors.ts";
import type { DebateKey } from "./port/debates.ts";

export interface ItemKey {
  PK: string;
  SK: string;
}
export type Item = ItemKey & Record<string, unknown>;

export const META = "META";
export const CONFIG = "CONFIG";
export const RATING = "RATING";
const POSITIONS = "POSITIONS";
export const IMPORT = "IMPORT";
export const WEBHOOK = "WEBHOOK";
/** DynamoDB takes 2048 bytes; ids that come in over HTTP may be anything. */
const LONGEST_KEY = 1024;
/** DynamoDB takes 1024 bytes. */
const LONGEST_SORT_KEY = 512;

/** `#` separates the pieces of a key, so it must not stand in one. */
export function piece(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

export function tenantKey(tenant: string): string {
  return `T#${piece(tenant)}`;
}

export function statusKey(tenant: string, status: string): string {
  return `${tenantKey(tenant)}#${piece(status)}`;
}

/** Throws `not-found` for an id that is too long for a key. */
export function debateKey({ tenant, debateId }: DebateKey): string {
  const key = `${tenantKey(tenant)}#D#${piece(debateId)}`;
  if (key.length > LONGEST_KEY) throw new ParleyError("not-found", "there is no debate with so long an id");
  return key;
}

export function templatesKey(tenant: string): string {
  return `${tenantKey(tenant)}#TPL`;
}

/** Throws `not-found` for an id that is too long for a key. */
export function templateKey(kind: "TEMPLATE" | "VECTOR", id: string): string {
  const key = `${kind}#${piece(id)}`;
  if (key.length > LONGEST_SORT_KEY) throw new ParleyError("not-found", "there is no template with so long an id");
  return key;
}

/** Throws `not-found` for an id that is too long for a key. */
export function apiKeyKey(id: string): ItemKey {
  const key = `KEY#${piece(id)}`;
  if (key.length > LONGEST_KEY) throw new ParleyError("not-found", "there is no key with so long an id");
  return { PK: key, SK: "KEY" };
}

/** What lists of a tenant's keys go by. */
export function apiKeysKey(tenant: string): string {
  return `${tenantKey(tenant)}#KEYS`;
}

/** Counts of one key's requests. */
export function rateKey(id: string, window: string): ItemKey {
  return { PK: `RATE#${piece(id)}`, SK: `WINDOW#${piece(window)}` };
}

/** The one item of its partition, parts of a long answer aside. */
export function idempotencyKey({ tenant, key }: { tenant: string; key: string }): ItemKey {
  return { PK: `IDEM#${piece(tenant)}#${piece(key)}`, SK: "RECORD" };
}

export const POINTER = "IDEM#";

/** Beside a debate: an idempotency record that points at it. */
export function pointerKey(key: string): string {
  return `${POINTER}${piece(key)}`;
}

/** Those of the first generation stand without its number. */
export function positionsKey(generation = 1): string {
  return generation === 1 ? POSITIONS : `${POSITIONS}#${three(generation)}`;
}

export function eventKey(id: number): string {
  return `EVENT#${String(id).padStart(12, "0")}`;
}

export function deliveryKey(eventId: number): string {
  return `DELIVERY#${String(eventId).padStart(12, "0")}`;
}

function three(n: number | string): string {
  return String(n).padStart(3, "0");
}

export function generationPrefix(
  kind:
    | "TURN"
    | "ASSESS"
    | "RESULT"
    | "QUESTION"
    | "VOTE"
    | "BALLOT"
    | "SUMMARY"
    | "EVALUATION"
    | "RETRIEVAL"
    | "DECISION",
  generation: number,
): string {
  return `${kind}#${three(generation)}`;
}

const TURN_ID = /^g(0|[1-9]\d{0,2})-r(0|[1-9]\d{0,2})-t(0|[1-9]\d{0,2})$/;

/** `g1-r2-t3` → `TURN#001#002#003`; null for what is no turn's id. */
export function turnKey(turnId: string): string | null {
  const match = TURN_ID.exec(turnId);
  return match && `TURN#${match.slice(1).map(three).join("#")}`;
}

/** An assessment's id starts with its debate's generation, as a turn's does: `g1-…`. */
export function assessmentKey(assessment: { id: string; round: number }): string {
  const generation = /^g(\d{1,3})-/.exec(assessment.id)?.[1];
  if (!generation) throw new ParleyError("internal", "an assessment's id must start with its generation");
  return `ASSESS#${three(Number(generation))}#${three(assessment.round)}#${piece(assessment.id)}`;
}

/** A vote's and a ballot's id start with their debate's generation too: `g1-vote-before`, `g1-b1-given`. */
export function ballotKey(kind: "VOTE" | "BALLOT", id: string): string {
  const generation = /^g(\d{1,3})-/.exec(id)?.[1];
  if (!generation) throw new ParleyError("internal", `a ${kind.toLowerCase()}'s id must start with its generation`);
  return `${generationPrefix(kind, Number(generation))}#${piece(id)}`;
}

/** `g1-r2-summary-1` → `SUMMARY#001#002#g1-r2-summary-1`. */
export function recordKey(kind: "SUMMARY" | "EVALUATION", { id, round }: { id: string; round: number }): string {
  const generation = /^g(\d{1,3})-/.exec(id)?.[1];
  if (!generation) throw new ParleyError("internal", "a record's id must start with its generation");
  return `${generationPrefix(kind, Number(generation))}#${three(round)}#${piece(id)}`;
}

/** `j12` → `REJUDGE#012`. */
export function rejudgementKey(kind: "REJUDGE" | "REJUDGE-BALLOT", id: string): string {
  return `${kind}#${three(id.slice(1))}`;
}

/** The hash keeps the parts of two writers of one item apart, whoever of them wins the item itself. */
export function partKey(input: { base: string; n: number; hash: string }): string {
  return `${input.base}#PART#${three(input.n)}#${input.hash}`;
}

/** Where a round's assessment would stand: all earlier rounds' are below it. */
export function assessmentPlace(generation: number, round: number): string {
  return `${generationPrefix("ASSESS", generation)}#${three(round)}`;
}

/** Where a turn would stand: all that came before it are below. */
export function turnPlace(generation: number, { round, index }: { round: number; index: number }): string {
  return `${generationPrefix("TURN", generation)}#${three(round)}#${three(index)}`;
}

/** `TURN#001#002#003` → `TURN#001#`: what all items of its list begin with. */
export function listPrefix(sk: string): string {
  return sk.split("#").slice(0, 2).join("#").concat("#");
}
