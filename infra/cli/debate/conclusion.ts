/** A debate's conclusion as plain text: what the person who asked reads first. */
import { CONCLUSION_WORDS as WORDS } from "../../../domain/export/conclusion-words.ts";
import { stanceOf } from "../../../domain/export/sections/conclusion.ts";
import type { Conclusion } from "../../../domain/schemas/conclusion.ts";
import type { Debate } from "../../../domain/schemas/debate.ts";
import type { Result } from "../../../domain/schemas/result.ts";
import { plain, plainLine } from "../terminal.ts";
import { nameOf } from "./words.ts";

interface Of {
  debate: Pick<Debate, "participants">;
  /** With the evidence and the case against the answer. */
  verbose: boolean;
}

/** No lines where the result has none. */
export function conclusionLines({ conclusion, contested }: Result, { debate, verbose }: Of): string[] {
  if (!conclusion) return [];
  const { answer, support, cruxes, wouldChange, nextSteps } = conclusion;
  const stance = stanceOf(conclusion, contested);
  const reasons = [`${WORDS.levels[support.level]}.`, ...support.because.map(plainLine)];
  return [
    WORDS.title,
    plain(answer.text),
    "",
    ...(stance ? [`${stance}.`] : []),
    `${WORDS.support}: ${reasons.join(" ")}`,
    ...part(
      WORDS.cruxes,
      cruxes.flatMap((crux, i) => cruxLines(crux, { debate, number: i + 1 })),
    ),
    ...part(
      WORDS.wouldChange,
      wouldChange.map(({ observation, effect }) => `  - ${plainLine(observation)} → ${plainLine(effect)}`),
    ),
    ...part(
      WORDS.nextSteps,
      nextSteps.map(
        ({ action, crux }) => `  - ${plainLine(action)}${crux === null ? "" : ` (${WORDS.settles} ${crux})`}`,
      ),
    ),
    ...(verbose ? groundLines(conclusion, debate) : []),
  ];
}

function cruxLines(
  { question, kind, points, unanswered, prevailed }: Conclusion["cruxes"][number],
  { debate, number }: Pick<Of, "debate"> & { number: number },
): string[] {
  const said = Object.entries(points).map(([id, { point, turn }]) => {
    const words = point === null ? WORDS.noPoint : plainLine(point);
    return `${nameOf(id, debate)}: ${words}${turn === null ? "" : ` (${plainLine(turn)})`}`;
  });
  return [
    `  ${number}. ${plainLine(question)} (${WORDS.kinds[kind]})`,
    ...[
      ...said,
      ...(unanswered === null ? [] : [`${WORDS.unanswered}: ${plainLine(unanswered)}`]),
      `${WORDS.prevailed}: ${prevailed === null ? WORDS.nobody : nameOf(prevailed, debate)}`,
    ].map((line) => `     ${line}`),
  ];
}

function groundLines({ evidence, minority, writtenBy }: Conclusion, debate: Of["debate"]): string[] {
  const claims = evidence.map(({ claim, status, turnIds, refs }) => {
    const places = [...turnIds, ...refs].map(plainLine).join(", ");
    return `  - ${WORDS.statuses[status]}: ${plainLine(claim)}${places && ` (${places})`}`;
  });
  const holders = minority?.holders.map((id) => nameOf(id, debate)).join(", ");
  const against = minority && [
    plain(minority.case),
    ...(holders ? [`${WORDS.holders}: ${holders}`] : []),
    ...(minority.ballots.length > 0 ? [`${WORDS.ballots}: ${minority.ballots.map(plainLine).join(", ")}`] : []),
  ];
  return [
    ...part(WORDS.evidence, claims),
    ...part(WORDS.minority, against ?? []),
    "",
    `${WORDS.writtenBy} ${plainLine(writtenBy)}`,
  ];
}

function part(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}
