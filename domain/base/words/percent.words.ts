/**
 * `0.125` → `13 %`, or with one digit `12.5 %`; null → `–`. Browsers get it too, so it imports nothing.
 *
 * @example
 * percent(0.125, 1) // → "12.5 %"
 * percent(-0.5) // → "−50 %"
 */
export function percent(share: number | null, digits = 0): string {
  if (share === null) return "–";
  const shown = digits === 0 ? String(Math.round(100 * share)) : (100 * share).toFixed(digits);
  return `${shown.replace("-", "−")} %`;
}
