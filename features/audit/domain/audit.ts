/**
 * The audit of a judge (docs/design/debate.md#113-judging): its comparisons, and how they are counted. Each pair is
 * shown in both orders, so an unbiased judge chooses both places equally often.
 */

import { padArgument } from "./padding.ts";
import type { AuditPair } from "./pairs.ts";

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
  better?: AuditPair["better"];
  /** Who wrote them; see `AuditPair`. */
  by?: AuditPair["by"];
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
        const common = {
          comparison,
          topic: pair.topic,
          twin: `${run}/${number}/${i}`,
          better: pair.better,
          by: pair.by,
        };
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
  if (!pair.better || pair.better === "tie") return [swap, self("a"), self("b")];
  const weaker = pair.better === "a" ? "b" : "a";
  return [swap, self(weaker), { comparison: "padded-better", one: plain(pair.better), other: padded(weaker) }];
}

/** The argument that an answer chose. */
export function winnerOf({ probe, choice }: AuditAnswer): ShownArgument | null {
  if (choice === "first") return probe.shown[0];
  return choice === "last" ? probe.shown[1] : null;
}

/** The comparisons with verdicts in both orders, invalid ones left out. */
export function twinsOf(answers: AuditAnswer[]): [AuditAnswer, AuditAnswer][] {
  const valid = answers.filter(({ choice }) => choice !== "invalid");
  return [...Map.groupBy(valid, ({ probe }) => probe.twin).values()].flatMap(([one, other]) =>
    one && other ? [[one, other] as [AuditAnswer, AuditAnswer]] : [],
  );
}
