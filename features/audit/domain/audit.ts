/**
 * The audit of a judge (docs/design/debate.md#113-judging): its comparisons, and how they are counted. Each pair is
 * shown in both orders, so an unbiased judge chooses both places equally often.
 */

import { padArgument } from "./padding.ts";
import { type AuditPair, withoutFluent } from "./pairs.ts";
import { inStyle, type Style } from "./styling.ts";

/**
 * `padded-self`: an argument against itself, padded. `padded-better`: the weaker argument, padded, against the better.
 * `styled`: an argument in two styles. `persuasion`: a right and a wrong text, one of them persuasive.
 */
type Comparison = "swap" | "padded-self" | "padded-better" | "styled" | "persuasion";

interface ShownArgument {
  text: string;
  from: "a" | "b";
  dress: "plain" | "padded" | Style;
}

export interface Probe {
  comparison: Comparison;
  topic: string;
  /** Shared by both orders of one comparison in one run. */
  twin: string;
  shown: readonly [first: ShownArgument, last: ShownArgument];
  better?: AuditPair["better"];
  fluent?: AuditPair["fluent"];
  /** Who wrote them; see `AuditPair`. */
  by?: AuditPair["by"];
}

/** `invalid`: no verdict, even on retry. */
export type Choice = "first" | "last" | "none" | "invalid";

export interface AuditAnswer {
  probe: Probe;
  choice: Choice;
}

/** Ten probes for each pair and run; two where one text is the more persuasive. */
export function probesOf(pairs: AuditPair[], runs: number): Probe[] {
  return Array.from({ length: runs }).flatMap((_, run) =>
    pairs.flatMap((pair, number) =>
      comparisonsOf(pair, number).flatMap(({ comparison, one, other }, i) => {
        const common = {
          comparison,
          topic: pair.topic,
          twin: `${run}/${number}/${i}`,
          better: pair.better,
          fluent: pair.fluent,
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

/** Both orders of each pair as it is, whichever text is the more persuasive. */
export function swapsOf(pairs: AuditPair[], runs: number): Probe[] {
  return probesOf(pairs.map(withoutFluent), runs).filter(({ comparison }) => comparison === "swap");
}

interface Versus {
  comparison: Comparison;
  one: ShownArgument;
  other: ShownArgument;
}

/** Either text has each style equally often over the pairs. */
function comparisonsOf(pair: AuditPair, number: number): Versus[] {
  const plain = (from: "a" | "b"): ShownArgument => ({ text: pair[from], from, dress: "plain" });
  const padded = (from: "a" | "b"): ShownArgument => ({ text: padArgument(pair[from]), from, dress: "padded" });
  const self = (from: "a" | "b"): Versus => ({ comparison: "padded-self", one: plain(from), other: padded(from) });
  const dressed = (from: "a" | "b", dress: Style): Versus => {
    const texts = inStyle(pair[from], dress);
    const one = { text: texts.plain, from, dress: "plain" } as const;
    return { comparison: "styled", one, other: { text: texts.styled, from, dress } };
  };
  if (pair.fluent) return [{ comparison: "persuasion", one: plain("a"), other: plain("b") }];
  const [one, other] = number % 2 === 0 ? (["a", "b"] as const) : (["b", "a"] as const);
  const styles = [dressed(one, "markdown"), dressed(other, "confident")];
  const swap: Versus = { comparison: "swap", one: plain("a"), other: plain("b") };
  if (!pair.better || pair.better === "tie") return [swap, self("a"), self("b"), ...styles];
  const weaker = pair.better === "a" ? "b" : "a";
  const better: Versus = { comparison: "padded-better", one: plain(pair.better), other: padded(weaker) };
  return [swap, self(weaker), better, ...styles];
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
