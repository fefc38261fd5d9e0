/** Numbers, times and names as text for people: in English, unless a report has other words. */
import { ENGLISH } from "../base/say.ts";

export const STATUSES: Record<string, string> = {
  configuring: "Draft",
  validating: "Being checked",
  ready: "Ready to start",
  initializing: "Starting",
  clarifying: "Asking questions",
  running: "Under way",
  concluding: "Concluding",
  paused: "Paused",
  awaiting_decision: "Waiting for its owner",
  error: "Stopped by a fault",
  completed: "Over",
  cancelled: "Cancelled",
  failed: "Failed",
};

export function statusWord(status: string, { word } = ENGLISH) {
  return word(STATUSES[status] ?? status);
}

/** A name as in `cross-question` or `awaiting_answers`, in words. */
export function title(name: string, { word } = ENGLISH) {
  return capital(word(name.replaceAll(/[-_]/g, " ")));
}

/** As a sentence begins. */
export function capital(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const STEPS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
const AGES = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** The age of a time in ISO 8601. */
export function age(at: string) {
  const past = (Date.now() - Date.parse(at)) / 1000;
  const step = STEPS.find(([, length]) => past >= length);
  return step ? AGES.format(-Math.floor(past / step[1]), step[0]) : "just now";
}

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** A time in ISO 8601, for a reader in their time zone. */
export function moment(at: string) {
  return MOMENT.format(new Date(at));
}

/** A time in ISO 8601, independent of the reader's time zone. */
export function momentInUtc(at: string, { language } = ENGLISH) {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
  return `${format.format(new Date(at))} UTC`;
}

/** A time that is still to come, rounded up to minutes or hours. */
export function remaining(ms: number) {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return "under a minute";
  return minutes < 120 ? `about ${minutes} min` : `about ${Math.round(minutes / 60)} h`;
}

/** One of each list that a request has, by the list's name. */
const ONE_OF: Record<string, string> = { participants: "Participant", exhibits: "Exhibit", criteria: "Criterion" };

/** The field of a problem, in words. Its pointer is as in `/participants/0/model` or `/judge/criteria/1/name`. */
export function fieldOf(pointer: string) {
  const parts = pointer.split("/").slice(1);
  const at = parts.findIndex((part, i) => Object.hasOwn(ONE_OF, part) && parts[i + 1] !== undefined);
  const [first = "", field] = parts;
  if (at < 0) return first ? title(first) + (first === "judge" && field ? `, ${field}` : "") : "The debate";
  const inner = parts[at + 2];
  return `${ONE_OF[parts[at] ?? ""]} ${Number(parts[at + 1]) + 1}${inner ? `, ${inner}` : ""}`;
}
