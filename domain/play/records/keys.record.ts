/** The pieces of a record's key, and its time to live. They are stored, so their form never changes. */
import { ParleyError } from "../../base/errors.base.ts";

/** Characters of a key. DynamoDB takes 2,048 bytes and 1,024 bytes; ids that come in over HTTP may be anything. */
const LONGEST = { partition: 1024, sort: 512 };

/**
 * `#` separates the pieces of a key, so no piece may contain it.
 *
 * @example
 * piece("a#b") // → "a%23b"
 */
export function piece(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/**
 * The key. Throws `not-found` for one with too long an id; `name` says of what.
 *
 * @example
 * requireShort("T#acme", { name: "debate", as: "partition" }) // → "T#acme"
 * requireShort("x".repeat(600), { name: "debate", as: "sort" }) // throws "there is no debate with so long an id"
 */
export function requireShort(key: string, { name, as }: { name: string; as: keyof typeof LONGEST }): string {
  if (key.length <= LONGEST[as]) return key;
  throw new ParleyError("not-found", `there is no ${name} with so long an id`);
}

/**
 * The beginning of the keys of all that a tenant has.
 *
 * @example
 * tenantKey("acme") // → "T#acme"
 */
export function tenantKey(tenant: string): string {
  return `T#${piece(tenant)}`;
}

/** `2` → `002`, so that keys sort as numbers do. */
export function three(n: number | string): string {
  return String(n).padStart(3, "0");
}

/** `q12` and 12 → `000012`. */
export function six(n: number | string): string {
  return String(n).replace(/^\D/, "").padStart(6, "0");
}

/** Most records begin with their kind and generation: `TURN#001`. */
export function ofGeneration(kind: string, generation: number): string {
  return `${kind}#${three(generation)}`;
}

const TURN_ID = /^g(0|[1-9]\d{0,2})-r(0|[1-9]\d{0,2})-t(0|[1-9]\d{0,2})$/;

/** `g1-r2-t3` → `TURN#001#002#003`; null for what is not a turn's id. */
export function turnKey(turnId: string): string | null {
  const match = TURN_ID.exec(turnId);
  return match && `TURN#${match.slice(1).map(three).join("#")}`;
}

/** The generation that an id such as `g1-b1-given` begins with; null when it begins with none. */
export function generationIn(id: string): number | null {
  const digits = /^g(\d{1,3})-/.exec(id)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Seconds since 1970, as the table's time to live has them; rounded up. */
export function secondsOf(time: string): number {
  return Math.ceil(Date.parse(time) / 1000);
}
