import { type Proportion, Z } from "../../../domain/base/statistics/wilson.ts";

interface Judged {
  /** Of the items without a label, those that the judge found true. */
  judged: Proportion;
  /** Of the items labelled true, those that the judge found true, and likewise of those labelled false. */
  sensitivity: Proportion;
  specificity: Proportion;
}

/**
 * A judge's share, corrected for the errors that it makes on labelled items, with a 95 % interval that covers the
 * uncertainty of both sets. With p the judged share, q1 the sensitivity and q0 the specificity,
 *
 *     θ = (p + q0 − 1) / (q0 + q1 − 1)
 *
 * (W. J. Rogan and B. Gladen, American Journal of Epidemiology 107 (1978), 71–76). The interval is θ' + δ ± z·s, with
 * θ' from p' = (np + z²/2)/(n + z²), q' = (mq + 1)/(m + 2), and
 *
 *     δ  = 2z² (θ' q1'(1 − q1')/(m1 + 2) − (1 − θ') q0'(1 − q0')/(m0 + 2))
 *     s² = (p'(1 − p')/(n + z²) + (1 − θ')² q0'(1 − q0')/(m0 + 2) + θ'² q1'(1 − q1')/(m1 + 2)) / (q0' + q1' − 1)²
 *
 * (Z. Lang and J. Reiczigel, Preventive Veterinary Medicine 113 (2014), 13–22; C. Lee et al., "How to Correctly Report
 * LLM-as-a-Judge Evaluations", arXiv 2511.21140). Unknown for a judge that is no better than a coin: q0 + q1 ≤ 1.
 */
export function correctedShare({ judged, sensitivity, specificity }: Judged): Proportion {
  const unknown = { ...judged, share: null, low: null, high: null };
  const [p, q1, q0] = [judged.share, sensitivity.share, specificity.share];
  if (p === null || q1 === null || q0 === null || q0 + q1 <= 1) return unknown;
  const smooth = smoothed({ judged, sensitivity, specificity });
  if (smooth.gain <= 0) return unknown;
  const { centre, half } = intervalOf(smooth);
  const share = clip((p + q0 - 1) / (q0 + q1 - 1));
  return { ...judged, share, low: clip(centre - half), high: clip(centre + half) };
}

/** Values are with the additions above; variances are divided by their numbers. */
function smoothed({ judged, sensitivity, specificity }: Judged) {
  const n = judged.of + Z ** 2;
  const p = (judged.count + Z ** 2 / 2) / n;
  const q = ({ count, of }: Proportion) => (count + 1) / (of + 2);
  const [q1, q0] = [q(sensitivity), q(specificity)];
  const variance = (share: number, of: number) => (share * (1 - share)) / of;
  return {
    theta: (p + q0 - 1) / (q0 + q1 - 1),
    gain: q0 + q1 - 1,
    vp: variance(p, n),
    v1: variance(q1, sensitivity.of + 2),
    v0: variance(q0, specificity.of + 2),
  };
}

function intervalOf({ theta, gain, vp, v1, v0 }: ReturnType<typeof smoothed>): { centre: number; half: number } {
  const shift = 2 * Z ** 2 * (theta * v1 - (1 - theta) * v0);
  return { centre: theta + shift, half: (Z * Math.sqrt(vp + (1 - theta) ** 2 * v0 + theta ** 2 * v1)) / gain };
}

function clip(share: number): number {
  return Math.min(1, Math.max(0, share));
}
