/** What a debate's conclusion means for a gate. */

import { wordsOf } from "../../../domain/base/words/words.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { demoLine } from "../../../domain/show/export/imported-lines.export.ts";
import { supportSections } from "../../../domain/show/report/conclusion.report.ts";
import type { EarnedRate } from "../../../domain/show/report/earned.report.ts";
import { withPlaces } from "../../../domain/show/report/names.report.ts";
import { plainText } from "../../../domain/show/report/plain.report.ts";
import { EXIT } from "../../base/exit.ts";
import { exitCodeOf } from "../base/exit-code.ts";
import { plain, plainLine } from "../base/terminal.ts";

/** Exit codes of `parley gate`; its errors are 2 and higher too, so an error never passes or fails a gate. */
export const GATE = { pass: 0, fail: 1, unclear: 2 } as const;
export type GateOutcome = keyof typeof GATE;

/** From the least on. A contested answer neither passes nor fails. */
export const LEAST_SUPPORT = ["weak", "moderate", "strong"] as const;
export type LeastSupport = (typeof LEAST_SUPPORT)[number];

interface GateRuling {
  outcome: GateOutcome;
  /** null: the outcome is clear. */
  unclear_reason: string | null;
}

/** `for` passes and `against` fails, unless the answer is contested or less supported. */
export function gateOf({ result }: Pick<Debate, "result">, least: LeastSupport): GateRuling {
  const unclear = (unclear_reason: string): GateRuling => ({ outcome: "unclear", unclear_reason });
  const { conclusion } = result ?? {};
  if (!conclusion) return unclear("the debate has no conclusion");
  const { level } = conclusion.support;
  if (level === "contested") return unclear("the judges do not agree, so the conclusion is contested");
  if (LEAST_SUPPORT.indexOf(level) < LEAST_SUPPORT.indexOf(least))
    return unclear(`the conclusion's support is ${level}, not ${least}`);
  const { stance } = conclusion.answer;
  if (stance !== "for" && stance !== "against") return unclear("the conclusion is neither for nor against it");
  return { outcome: stance === "for" ? "pass" : "fail", unclear_reason: null };
}

/** A debate that did not complete keeps the code of its error. */
export function gateCode(debate: Debate, least: LeastSupport): number {
  const code = exitCodeOf(debate);
  return code === EXIT.ok ? GATE[gateOf(debate, least).outcome] : errorCode(code);
}

/** The code of an error, which no outcome of a gate has: 1 would fail it, and 2 say that it is unclear. */
export function errorCode(code: number): number {
  if (code === EXIT.arguments) return EXIT.configuration;
  return code === EXIT.general ? EXIT.provider : code;
}

interface Told {
  /** Whoever reads it knows that the demo spoke. */
  introduced?: boolean | undefined;
  earned?: readonly EarnedRate[];
  least: LeastSupport;
}

/** The outcome, the answer and how far it is supported. */
export function gateText(debate: Debate, { introduced = false, earned, least }: Told): string {
  const { result, links, status } = debate;
  const words = wordsOf(debate);
  const mark = debate.demo && !introduced ? [demoLine(debate, words)] : [];
  if (!result?.conclusion)
    return `${[`unclear: the debate is ${status} and has no conclusion`, links.watch, ...mark].join("\n")}\n`;
  const { outcome, unclear_reason } = gateOf(debate, least);
  const support = plainText(supportSections(result, { debate, words, turns: [], earned }), words);
  const lines = [
    `${outcome}: ${plain(withPlaces(result.conclusion.answer.text, { words }))}`,
    ...(unclear_reason === null ? [] : [`Unclear: ${unclear_reason}.`]),
    plainLine(support),
    links.watch,
    ...mark,
  ];
  return `${lines.join("\n")}\n`;
}
