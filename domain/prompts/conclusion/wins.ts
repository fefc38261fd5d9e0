/**
 * A conclusion must not claim another outcome than the one that was counted, nor contradict itself. Only its fields are
 * compared: words that claim a win differ by language.
 */
import { isBenchs } from "../../judge/conclusion/as-bench.ts";
import type { Outcome } from "../../judge/conclusion/outcome.judging.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { BenchAnswer } from "../../shapes/schemas/result.schema.ts";
import type { AskedConclusion } from "./schema.prompt.ts";

interface Ruled {
  config: DebateConfig;
  outcome?: Outcome | undefined;
}

type Asked = Partial<AskedConclusion>;

export function winFaults({ answer, cruxes }: Asked, { config, outcome }: Ruled): string[] {
  const { participants } = config;
  if (outcome?.bench)
    return [...benchFaults(answer, outcome.bench, config), ...cruxFaults({ answer, cruxes }, participants)];
  return [
    ...(outcome ? stanceFaults(answer, outcome, participants) : []),
    ...holderFaults(answer, { outcome, participants }),
    ...(outcome?.contested && isSweep(cruxes)
      ? ["The outcome is contested, but one participant prevails on every crux: say what divides the ballots."]
      : []),
    ...cruxFaults({ answer, cruxes }, participants),
  ];
}

type People = DebateConfig["participants"];

/** It is what the bench answers, or it says why it is another. */
function benchFaults(answer: Asked["answer"], bench: BenchAnswer, config: DebateConfig): string[] {
  if (!answer || isExplained(answer) || isBenchs(answer, bench, config)) return [];
  const why = bench.disputed || bench.choice === null ? "nobody's alone" : `not ${bench.choice}, as the judges answer`;
  return answer.holder === undefined ? [] : [`The answer is ${why}: answer.whyOther must say why.`];
}

function isExplained({ whyOther }: NonNullable<Asked["answer"]>): boolean {
  return typeof whyOther === "string" && whyOther.trim() !== "";
}

function stanceFaults(answer: Asked["answer"], outcome: Outcome, participants: People): string[] {
  const stance = answer?.stance ?? "mixed";
  if (stance === "mixed") return [];
  if (outcome.contested) return ["The outcome is contested: answer.stance must be mixed."];
  const side = sideOf(outcome, participants);
  if (side !== "for" && side !== "against") return [];
  return stance === side ? [] : [`The side ${side} won: answer.stance must be ${side} or mixed.`];
}

function sideOf({ side, winner }: Outcome, participants: People): string | undefined {
  return side ?? participants.find(({ id }) => id === winner)?.side;
}

/** The answer is one that was argued, or it says why it is another. */
function holderFaults(
  answer: Asked["answer"],
  { outcome, participants }: { outcome: Outcome | undefined; participants: People },
): string[] {
  const { holder } = answer ?? {};
  if (!answer || holder === undefined) return [];
  if (outcome?.contested && holder !== null) return ["The outcome is contested: answer.holder must be null."];
  if (isExplained(answer)) return [];
  if (holder === null) return ["answer.holder is null: answer.whyOther must say why the answer is nobody's."];
  return outcome && isAnother(holder, outcome, participants)
    ? ["answer.holder is not who argued best: answer.whyOther must say why."]
    : [];
}

function isAnother(holder: string, outcome: Outcome, participants: People): boolean {
  if (outcome.winner !== null) return holder !== outcome.winner;
  return outcome.side !== undefined && participants.find(({ id }) => id === holder)?.side !== outcome.side;
}

/** The same participant prevails on all. */
function isSweep(cruxes: Asked["cruxes"]): boolean {
  if (!Array.isArray(cruxes) || cruxes.length === 0) return false;
  const [first] = cruxes;
  return typeof first?.prevailed === "string" && cruxes.every((crux) => crux?.prevailed === first.prevailed);
}

/** Whose answer it is, and whose side it takes, prevailed somewhere. */
function cruxFaults({ answer, cruxes }: Asked, participants: People): string[] {
  if (!Array.isArray(cruxes) || cruxes.length === 0) return [];
  const prevails = (ids: string[]) => cruxes.some((crux) => ids.includes(crux?.prevailed ?? ""));
  const { holder = null, stance = "mixed" } = answer ?? {};
  const ofSide = participants.flatMap(({ id, side }) => (side === stance ? [id] : []));
  return [
    ...(holder !== null && !prevails([holder])
      ? [
          `answer.holder is ${holder}, who prevails on no crux: name who prevailed, or leave answer.holder null and say why.`,
        ]
      : []),
    ...(ofSide.length > 0 && !prevails(ofSide)
      ? [
          `answer.stance is ${stance}, but that side prevails on no crux: name who prevailed, or make answer.stance mixed.`,
        ]
      : []),
  ];
}
