/** Sums of `vote-or-debate`: `a+b*c+d-e/f` with integers from 0 to 29, as in H. K. Choi et al. (arXiv 2508.17536). */
import type { ItemRequest } from "../request.experiment.ts";

const MOST = 29;

/** `random`: numbers in [0, 1). */
export function arithmeticItem(id: string, random: () => number): ItemRequest {
  const draw = (least: number) => least + Math.floor(random() * (MOST + 1 - least));
  const [a, b, c, d, e] = [draw(0), draw(0), draw(0), draw(0), draw(0)];
  const f = draw(1);
  return {
    id,
    question: `What is the result of ${a}+${b}*${c}+${d}-${e}/${f}? Give it to one decimal.`,
    // The exact value is expected: where it ends in 5, both ways to round it are within the tolerance.
    answers: { type: "number", tolerance: 0.05 },
    expected: Number((a + b * c + d - e / f).toFixed(6)),
  };
}
