// @ts-check
/** Figures, times and names of things in words that people read. */

const STATUSES = /** @type {Record<string, string>} */ ({
  configuring: "Draft",
  validating: "Being checked",
  ready: "Ready to start",
  initializing: "Starting",
  clarifying: "Asking questions",
  running: "Under way",
  concluding: "Concluding",
  paused: "Paused",
  awaiting_decision: "Waiting for your decision",
  error: "Stopped by a fault",
  completed: "Over",
  cancelled: "Cancelled",
  failed: "Failed",
});

/** @param {string} status */
export function statusWord(status) {
  return STATUSES[status] ?? status;
}

/** @param {string} name As in `cross-question` or `awaiting_answers`. */
export function title(name) {
  const words = name.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {number | null | undefined} usd */
export function money(usd) {
  if (usd === null || usd === undefined) return "price unknown";
  if (usd === 0) return "$0";
  return usd < 0.01 ? "under 1¢" : `$${usd.toFixed(2)}`;
}

const WHOLE = new Intl.NumberFormat("en");

/** @param {number} value */
export function whole(value) {
  return WHOLE.format(value);
}

/**
 * @param {number} value
 * @param {string} noun
 */
export function count(value, noun) {
  return `${whole(value)} ${noun}${value === 1 ? "" : "s"}`;
}

const STEPS = /** @type {const} */ ([
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
]);
const AGES = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** @param {string} at ISO 8601. */
export function age(at) {
  const past = (Date.now() - Date.parse(at)) / 1000;
  const step = STEPS.find(([, length]) => past >= length);
  return step ? AGES.format(-Math.floor(past / step[1]), step[0]) : "just now";
}

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

const IN_UTC = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** @param {string} at ISO 8601. */
export function moment(at) {
  return MOMENT.format(new Date(at));
}

/** @param {string} at ISO 8601. For whoever reads it, wherever that is. */
export function momentInUtc(at) {
  return `${IN_UTC.format(new Date(at))} UTC`;
}

/** @param {number} ms */
export function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}

/**
 * What a problem is about.
 *
 * @param {string} pointer As in `/participants/0/model`.
 */
export function fieldOf(pointer) {
  const [, first = "", at, field] = pointer.split("/");
  if (first === "participants" && at !== undefined) return `Participant ${Number(at) + 1}${field ? `, ${field}` : ""}`;
  return first ? title(first) : "The debate";
}
