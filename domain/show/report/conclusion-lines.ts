/** A debate's conclusion as plain text: what the person who asked reads first. */
import { wordsOf } from "../../base/words/words.ts";
import type { Conclusion } from "../../shapes/schemas/conclusion.schema.ts";
import type { Result } from "../../shapes/schemas/result.schema.ts";
import { stanceOf } from "./conclusion.report.ts";
import { CONCLUSION_WORDS as WORDS } from "./conclusion-words.report.ts";
import { nameOf, placesIn, withPlaces } from "./names.report.ts";

interface Of {
  debate: { participants: readonly { id: string; name: string }[] };
  /** With the evidence and the case against the answer. */
  verbose: boolean;
}

/** As models wrote it: a terminal must remove control characters. No lines where the result has none. */
export function conclusionLines(raw: Result, { debate, verbose }: Of): string[] {
  const result = placesIn(raw, ENGLISH);
  const { conclusion, contested } = result;
  if (!conclusion) return [];
  const { answer, support, cruxes, wouldChange, nextSteps } = conclusion;
  const stance = stanceOf(conclusion, contested);
  const reasons = [`${WORDS.levels[support.level]}.`, ...support.because.map(oneLine)];
  return [
    WORDS.title,
    answer.text,
    "",
    ...(answer.holder ? [`${WORDS.holders}: ${oneLine(nameOf(debate, answer.holder))}.`] : []),
    ...(answer.whyOther ? [`${WORDS.whyOther}: ${oneLine(answer.whyOther)}`] : []),
    ...(stance ? [`${stance}.`] : []),
    `${WORDS.support}: ${reasons.join(" ")}`,
    ...part(
      WORDS.cruxes,
      cruxes.flatMap((crux, i) => cruxLines(crux, { debate, number: i + 1 })),
    ),
    ...part(
      WORDS.wouldChange,
      wouldChange.map(({ observation, effect }) => `  - ${oneLine(observation)} → ${oneLine(effect)}`),
    ),
    ...part(
      WORDS.nextSteps,
      nextSteps.map(
        ({ action, crux }) => `  - ${oneLine(action)}${crux === null ? "" : ` (${WORDS.settles} ${crux})`}`,
      ),
    ),
    ...(verbose ? [...claimLines(result), ...groundLines(conclusion, debate)] : []),
  ];
}

function cruxLines(
  { question, kind, points, unanswered, prevailed }: Conclusion["cruxes"][number],
  { debate, number }: Pick<Of, "debate"> & { number: number },
): string[] {
  const said = Object.entries(points).map(([id, { point, turn }]) => {
    const words = point === null ? WORDS.noPoint : oneLine(point);
    return `${oneLine(nameOf(debate, id))}: ${words}${turn === null ? "" : ` (${placeOf(turn)})`}`;
  });
  return [
    `  ${number}. ${oneLine(question)} (${WORDS.kinds[kind]})`,
    ...[
      ...said,
      ...(unanswered === null ? [] : [`${WORDS.unanswered}: ${oneLine(unanswered)}`]),
      `${WORDS.prevailed}: ${prevailed === null ? WORDS.nobody : oneLine(nameOf(debate, prevailed))}`,
    ].map((line) => `     ${line}`),
  ];
}

function claimLines(result: Result): string[] {
  const claims = result.type === "verdict" ? (result.claims ?? []) : [];
  const lines = claims.map(({ claim, turnIds, refs, missingRefs = [], status, unverifiedBecause, quotes }) => {
    const places = [...turnIds, ...refs].map(placeOf).join(", ");
    const because = unverifiedBecause && `; ${WORDS.unverified[unverifiedBecause]}`;
    const missing = missingRefs.length > 0 ? `: ${missingRefs.map(oneLine).join(", ")}` : "";
    const quoted = quotes.map(({ ref, text }) => `; ${oneLine(ref)}: “${oneLine(text)}”`).join("");
    return `  - ${WORDS.statuses[status]}: ${oneLine(claim)} (${places})${quoted}${because ?? ""}${missing}`;
  });
  return part(WORDS.claims, lines);
}

function groundLines({ evidence, minority, writtenBy }: Conclusion, debate: Of["debate"]): string[] {
  const claims = evidence.map(({ claim, status, turnIds, refs }) => {
    const places = [...turnIds, ...refs].map(placeOf).join(", ");
    return `  - ${WORDS.statuses[status]}: ${oneLine(claim)}${places && ` (${places})`}`;
  });
  const holders = minority?.holders.map((id) => oneLine(nameOf(debate, id))).join(", ");
  const against = minority && [
    minority.case,
    ...(holders ? [`${WORDS.holders}: ${holders}`] : []),
    ...(minority.ballots.length > 0 ? [`${WORDS.ballots}: ${minority.ballots.map(oneLine).join(", ")}`] : []),
  ];
  return [
    ...part(WORDS.evidence, claims),
    ...part(WORDS.minority, against ?? []),
    "",
    `${WORDS.writtenBy} ${oneLine(writtenBy)}`,
  ];
}

function part(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ["", title, ...lines];
}

const ENGLISH = wordsOf({});

function placeOf(id: string): string {
  return withPlaces(oneLine(id), ENGLISH);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
