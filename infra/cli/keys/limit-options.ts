import type { Quota } from "../../../domain/shapes/payer.ts";

/** The options that set limits, with the fields of a request. */
export const LIMIT_OPTIONS: [flag: string, name: keyof Quota, help: string][] = [
  ["--at-once <n>", "atOnce", "debates that have begun and are not over"],
  ["--per-day <n>", "perDay", "debates that begin on one UTC day"],
  ["--usd-per-day <usd>", "usdPerDay", "USD of the debates that begin on one UTC day"],
  ["--usd-per-month <usd>", "usdPerMonth", "USD of the debates that begin in one UTC month"],
];
