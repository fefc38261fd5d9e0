/**
 * The audit of a judge (docs/design/debate.md#113-judging): its comparisons, and how they are counted. Each pair is
 * shown in both orders, so an unbiased judge chooses both places equally often.
 */

import { padArgument } from "./padding.ts";
import type { AuditPair } from "./pairs.ts";
import { type Proportion, proportionOf } from "./wilson.ts";

/**
 * `padded-self`: an argument against itself, padded. `padded-better`: the weaker argument, padded, against the better.
 */
type Comparison = "swap" | "padded-self" | "padded-better";

interface ShownArgument {
  text: string;
  from: "a" | "b";
  padded: boolean;
}

export interface Probe {
  comparison: Comparison;
  topic: string;
  /** Shared by both orders of one comparison in one run. */
  twin: string;
  shown: readonly [first: ShownArgument, last: ShownArgument];
  better?: "a" | "b" | undefined;
}

/** `invalid`: no verdict, even on retry. */
export type Choice = "first" | "last" | "none" | "invalid";

export interface AuditAnswer {
  probe: Probe;
  choice: Choice;
}

/** Six probes for each pair and run. */
export function probesOf(pairs: AuditPair[], runs: number): Probe[] {
  return Array.from({ length: runs }).flatMap((_, run) =>
    pairs.flatMap((pair, number) =>
      comparisonsOf(pair).flatMap(({ comparison, one, other }, i) => {
        const common = { comparison, topic: pair.topic, twin: `${run}/${number}/${i}`, better: pair.better };
        return [
          { ...common, shown: [one, other] as const },
          { ...common, shown: [other, one] as const },
        ];
      }),
    ),
  );
}

interface Versus {
  comparison: Comparison;
  one: ShownArgument;
  other: ShownArgument;
}

function comparisonsOf(pair: AuditPair): Versus[] {
  const plain = (from: "a" | "b"): ShownArgument => ({ text: pair[from], from, padded: false });
  const padded = (from: "a" | "b"): ShownArgument => ({ text: padArgument(pair[from]), from, padded: true });
  const self = (from: "a" | "b"): Versus => ({ comparison: "padded-self", one: plain(from), other: padded(from) });
  const swap: Versus = { comparison: "swap", one: plain("a"), other: plain("b") };
  if (!pair.better) return [swap, self("a"), self("b")];
  const weaker = pair.better === "a" ? "b" : "a";
  return [swap, self(weaker), { comparison: "padded-better", one: plain(pair.better), other: padded(weaker) }];
}

/** Bias by position counts only comparisons with valid verdicts in both orders. */
export interface AuditCounts {
  /** Both orders named the same winner, or none. */
  swapConsistency: Proportion;
  /** Of the verdicts with a winner, those for the argument shown first, and last. */
  firstShown: Proportion;
  lastShown: Proportion;
  /** The padded argument won: in all comparisons, and by kind. */
  padded: Proportion;
  paddedSelf: Proportion;
  paddedBetter: Proportion;
  /** The better argument won, if it is known. */
  accuracy: Proportion;
  invalid: Proportion;
}

export function countAnswers(answers: AuditAnswer[]): AuditCounts {
  const valid = answers.filter(({ choice }) => choice !== "invalid");
  const of = (comparison: Comparison) => valid.filter(({ probe }) => probe.comparison === comparison);
  const swaps = twinsOf(of("swap"));
  const decided = swaps.flat().filter(({ choice }) => choice !== "none");
  const [self, better] = [of("padded-self"), of("padded-better")];
  const padded = (answer: AuditAnswer) => winnerOf(answer)?.padded === true;
  return {
    swapConsistency: shareOf(swaps, ([one, other]) => winnerOf(one)?.from === winnerOf(other)?.from),
    firstShown: shareOf(decided, ({ choice }) => choice === "first"),
    lastShown: shareOf(decided, ({ choice }) => choice === "last"),
    padded: shareOf([...self, ...better], padded),
    paddedSelf: shareOf(self, padded),
    paddedBetter: shareOf(better, padded),
    accuracy: shareOf(
      of("swap").filter(({ probe }) => probe.better),
      (answer) => winnerOf(answer)?.from === answer.probe.better,
    ),
    invalid: shareOf(answers, ({ choice }) => choice === "invalid"),
  };
}

function winnerOf({ probe, choice }: AuditAnswer): ShownArgument | null {
  if (choice === "first") return probe.shown[0];
  return choice === "last" ? probe.shown[1] : null;
}

/** The comparisons with verdicts in both orders. */
function twinsOf(answers: AuditAnswer[]): [AuditAnswer, AuditAnswer][] {
  return [...Map.groupBy(answers, ({ probe }) => probe.twin).values()].flatMap(([one, other]) =>
    one && other ? [[one, other] as [AuditAnswer, AuditAnswer]] : [],
  );
}

function shareOf<T>(all: T[], is: (each: T) => boolean): Proportion {
  return proportionOf({ count: all.filter(is).length, of: all.length });
}
