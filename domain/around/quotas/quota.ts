/** Limits of a tenant or of an API key, and their shapes over HTTP. Days and months are UTC. */
import { z } from "zod";
import { ParleyError } from "../../base/errors.base.ts";
import { faultsOf } from "../../rules/request/faults.request.ts";
import type { Quota } from "../../shapes/payer.ts";

const debates = z.int().min(1).max(1_000_000);
/** From a micro-dollar, in which all is counted. DynamoDB takes no number below 1e-130. */
const usd = z.number().min(0.000_001).max(1_000_000);

/** As requests give them. */
export const quotaShape = {
  atOnce: debates.optional().meta({ description: "Debates that have begun and are not over; unlimited without" }),
  perDay: debates.optional().meta({ description: "Debates that begin on one UTC day; unlimited without" }),
  usdPerDay: usd.optional().meta({ description: "USD of the debates that begin on one UTC day; unlimited without" }),
  usdPerMonth: usd
    .optional()
    .meta({ description: "USD of the debates that begin in one UTC month; unlimited without" }),
};

/** As answers show them. */
export const shownQuotaShape = {
  atOnce: z.int().nullable().meta({ description: "Debates that have begun and are not over; null: unlimited" }),
  perDay: z.int().nullable().meta({ description: "Debates that begin on one UTC day; null: unlimited" }),
  usdPerDay: z.number().nullable().meta({ description: "USD of a day's debates; null: unlimited" }),
  usdPerMonth: z.number().nullable().meta({ description: "USD of a month's debates; null: unlimited" }),
};

export const QuotaRequest = z
  .strictObject(quotaShape)
  .meta({ id: "QuotaRequest", description: "The limits of a tenant; those left out are taken back" });

const Used = z
  .object({
    atOnce: z.int().meta({ description: "Debates that have begun and are not over" }),
    perDay: z.int().meta({ description: "Debates that began today" }),
    usdPerDay: z.number().meta({ description: "USD of today's debates: spent, and set aside for those under way" }),
    usdPerMonth: z.number().meta({ description: "The same of this month's debates" }),
  })
  .meta({ id: "QuotaUse", description: "What is used of each limit. Debates count while there is a limit to keep" });

export const QuotaView = z
  .object({
    ...shownQuotaShape,
    used: Used,
    waiting: z.int().meta({ description: "Debates in the queue" }),
  })
  .meta({ id: "Quota", description: "Limits, and what is used of them" });
export type QuotaView = z.infer<typeof QuotaView>;

export const OwnQuota = z
  .object({
    tenant: QuotaView.meta({ description: "Of all keys of the tenant together" }),
    key: z.union([QuotaView, z.null()]).meta({ description: "Of the caller's key; null: there is no key" }),
    resetsAt: z
      .object({
        day: z.string().meta({ description: "When the next UTC day begins, ISO 8601" }),
        month: z.string().meta({ description: "When the next UTC month begins, ISO 8601" }),
      })
      .meta({ description: "When the counts of the day and of the month begin again" }),
  })
  .meta({ id: "OwnQuota", description: "The limits that hold for the caller" });
export type OwnQuota = z.infer<typeof OwnQuota>;

/** Throws `invalid-request` with every fault and its pointer. */
export function requireQuota(body: unknown): Quota {
  const parsed = QuotaRequest.safeParse(body);
  if (parsed.success) return quotaOf(parsed.data);
  throw new ParleyError("invalid-request", "the limits are not valid", { errors: faultsOf(parsed.error) });
}

type Given = { [Name in keyof Quota]?: number | null | undefined };

/** With null for those that are not given. */
export function shownQuota({ atOnce = null, perDay = null, usdPerDay = null, usdPerMonth = null }: Given) {
  return { atOnce, perDay, usdPerDay, usdPerMonth };
}

/** The limits that are given. */
export function quotaOf({ atOnce, perDay, usdPerDay, usdPerMonth }: Given): Quota {
  return {
    ...(atOnce != null && { atOnce }),
    ...(perDay != null && { perDay }),
    ...(usdPerDay != null && { usdPerDay }),
    ...(usdPerMonth != null && { usdPerMonth }),
  };
}
