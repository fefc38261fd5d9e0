/** Agreement of the two labellings, and precision and recall of the repetition detector, as lines of a table. */

import { type Proportion, proportionOf } from "../../../../../domain/base/statistics/wilson.ts";
import { REPETITION_CONTAINMENT, REPETITION_THRESHOLD } from "../../../../../domain/judge/signals/repetition.signal.ts";
import { kappaOf } from "./kappa.ts";
import { HALVES, type LabelledTurn, QUESTIONS } from "./read.ts";

const HEAD = ["half", "question", "turns", "kappa", "yes", "precision", "recall"];

export function isFound({ measured }: LabelledTurn): boolean {
  return measured.overlap >= REPETITION_THRESHOLD || measured.containment >= REPETITION_CONTAINMENT;
}

/** Markdown, as docs and README have it. */
export function figureLines(turns: LabelledTurn[]): string[] {
  const rows = HALVES.flatMap((half) =>
    QUESTIONS.map((question) => {
      const of = turns.filter((turn) => turn.half === half);
      const labels = of.map((turn) => turn.labels[question]);
      const yes = of.filter((turn) => turn.labels[question].answer);
      const found = of.filter(isFound);
      const hits = yes.filter(isFound).length;
      return [
        half,
        `\`${question}\``,
        String(of.length),
        kappaText(labels),
        String(yes.length),
        shareText(proportionOf({ count: hits, of: found.length })),
        shareText(proportionOf({ count: hits, of: yes.length })),
      ];
    }),
  );
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(HEAD), line(["---", "---", "---:", "---", "---:", "---", "---"]), ...rows.map(line)];
}

function kappaText(labels: { a: boolean; b: boolean }[]): string {
  const found = kappaOf(labels);
  return found ? `${found.kappa.toFixed(2)} (${found.low.toFixed(2)}–${found.high.toFixed(2)})` : "–";
}

function shareText({ share, low, high, count, of }: Proportion): string {
  if (share === null || low === null || high === null) return "–";
  return `${count} of ${of}: ${share.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
}
