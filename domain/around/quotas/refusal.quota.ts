/** A refused debate as a problem: which limit, its figures, and when the debate fits again. */
import { ParleyError } from "../../base/errors.base.ts";
import type { Problem } from "../../shapes/schemas/faults.schema.ts";
import type { Excess } from "./room.quota.ts";

/** Seconds, where only the end of another debate makes room. */
const RETRY_AFTER = 30;

const OF = { key: "this key", tenant: "the tenant" };
const MEANS: Record<Exclude<Excess["limit"], "queue" | "purchases">, string> = {
  atOnce: "debates at once",
  perDay: "debates a day",
  usdPerDay: "USD a day",
  usdPerMonth: "USD a month",
};

/** Where a limit in USD holds, a debate keeps one of its own. */
export const NEEDS_MOST: Problem = {
  pointer: "/limits/maxCostUsd",
  detail: "is needed: a limit in USD of the key or the tenant holds",
};

/** Money is shown in USD. */
export function quotaExceeded(
  { limit, of, max, used, needed, resetsAt }: Excess,
  now: Date,
  what = "this debate",
): ParleyError {
  const retryAfter = resetsAt === null ? RETRY_AFTER : Math.ceil((Date.parse(resetsAt) - now.getTime()) / 1000);
  const unit = limit === "usdPerDay" || limit === "usdPerMonth" ? 1_000_000 : 1;
  const figures = { max: max / unit, used: used / unit, needed: needed / unit };
  const when = resetsAt === null ? "it fits again once another is over" : `the count begins again at ${resetsAt}`;
  const why = () => {
    if (limit === "queue") return `${used} debates wait already`;
    if (limit === "purchases") return `the tenant has ${used} calls of models beside its debates under way already`;
    return `${OF[of]} may have ${figures.max} ${MEANS[limit]}, ${figures.used} are used, and ${what} needs ${figures.needed}`;
  };
  return new ParleyError("quota-exceeded", `${why()}; ${when}`, { limit, of, ...figures, resetsAt, retryAfter });
}
