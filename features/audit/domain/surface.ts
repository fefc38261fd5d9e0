/** How far a judge is led by how a text is written: by its style, and by persuasion where what it says is wrong. */

import { type Difference, differenceOf, type Proportion, shareOf } from "../../../domain/base/statistics/wilson.ts";
import { type AuditAnswer, twinsOf, winnerOf } from "./audit.ts";
import type { Style } from "./styling.ts";

export interface Surface {
  /** Of the verdicts with a winner between two styles of one content, those for the style: both, and each. */
  styled: Proportion;
  markdown: Proportion;
  confident: Proportion;
  /** Of all verdicts between two styles of one content, those with a winner. */
  styleCoverage: Proportion;
  /** The wrong text won: where it is the persuasive one, where the right one is, and how much more often the former. */
  persuasiveWrong: Proportion;
  plainWrong: Proportion;
  persuaded: Difference;
}

/** Counts only comparisons with valid verdicts in both orders, so that no place is favoured. */
export function countSurface(answers: AuditAnswer[]): Surface {
  const of = (comparison: AuditAnswer["probe"]["comparison"]) =>
    twinsOf(answers.filter(({ probe }) => probe.comparison === comparison)).flat();
  const styles = of("styled");
  const decided = styles.filter((answer) => winnerOf(answer) !== null);
  const isOf = (style: Style) => (answer: AuditAnswer) => answer.probe.shown.some(({ dress }) => dress === style);
  const choosesStyle = (answer: AuditAnswer) => winnerOf(answer)?.dress !== "plain";
  const told = of("persuasion");
  const isPersuasive = ({ probe: { fluent, better } }: AuditAnswer) => fluent !== better;
  const persuasiveWrong = shareOf(told.filter(isPersuasive), isWrong);
  const plainWrong = shareOf(
    told.filter((answer) => !isPersuasive(answer)),
    isWrong,
  );
  return {
    styled: shareOf(decided, choosesStyle),
    markdown: shareOf(decided.filter(isOf("markdown")), choosesStyle),
    confident: shareOf(decided.filter(isOf("confident")), choosesStyle),
    styleCoverage: shareOf(styles, (answer) => winnerOf(answer) !== null),
    persuasiveWrong,
    plainWrong,
    persuaded: differenceOf(persuasiveWrong, plainWrong),
  };
}

function isWrong(answer: AuditAnswer): boolean {
  const winner = winnerOf(answer);
  return winner !== null && winner.from !== answer.probe.better;
}
