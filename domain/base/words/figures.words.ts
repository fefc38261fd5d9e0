/** How counts, shares, sums and times are written, in reports, on pages and in the terminal. Browsers get this file too. */
import { ENGLISH, type Words } from "./english.words.ts";

/**
 * `12,345`.
 *
 * @example
 * whole(12345) // → "12,345"
 */
export function whole(value: number, { language }: Pick<Words, "language"> = ENGLISH): string {
  return value.toLocaleString(language);
}

/**
 * `0.125` → `13 %`, or with one digit `12.5 %`; null → `–`.
 *
 * @example
 * percent(0.125, 1) // → "12.5 %"
 * percent(-0.5) // → "−50 %"
 */
export function percent(share: number | null, count = 0, { digits }: Pick<Words, "digits"> = ENGLISH): string {
  if (share === null) return "–";
  const shown = count === 0 ? String(Math.round(100 * share)) : digits(100 * share, count);
  return `${shown.replace("-", "−")} %`;
}

/**
 * Dollars: to a hundredth of a cent below a dollar; from there on in whole cents, rounded up, so that no sum looks lower.
 * With `count`: so many digits. null: a model's price is unknown.
 *
 * @example
 * money(0.00421) // → "$0.0042"
 * money(1.341) // → "$1.35"
 */
export function money(usd: number | null | undefined, { say, digits }: Words = ENGLISH, count?: number): string {
  if (usd === null || usd === undefined) return say("cost unknown");
  if (count !== undefined) return `$${digits(usd, count)}`;
  if (usd === 0) return "$0";
  return usd < 1 ? `$${digits(usd, 4)}` : `$${digits(Math.ceil(Number((usd * 100).toFixed(6))) / 100, 2)}`;
}

/**
 * `12.3 s`.
 *
 * @example
 * seconds(12345) // → "12.3 s"
 */
export function seconds(ms: number, { digits }: Pick<Words, "digits"> = ENGLISH): string {
  return `${digits(ms / 1_000, 1)} s`;
}
