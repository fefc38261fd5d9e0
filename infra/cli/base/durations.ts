/** Durations as arguments: `12h`, `90d`. */
const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = { h: HOUR_MS, d: 24 * HOUR_MS };

/** Milliseconds; null if the text is no duration. */
export function durationMs(text: string): number | null {
  const [, amount = "", unit = ""] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  return unit === "" ? null : Number(amount) * (UNITS[unit] ?? 0);
}
