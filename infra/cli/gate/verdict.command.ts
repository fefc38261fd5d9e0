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
const GATE = { pass: 0, fail: 1, unclear: 2 } as const;

/** From the least on. A contested answer neither passes nor fails. */
export const LEAST_SUPPORT = ["weak", "moderate", "strong"] as const;
export type LeastSupport = (typeof LEAST_SUPPORT)[number];

/** `for` passes and `against` fails, unless the answer is contested or less supported. */
function gateOf({ result }: Pick<Debate, "result">, least: LeastSupport): keyof typeof GATE {
  const { conclusion } = result ?? {};
  if (!conclusion) return "unclear";
  const { level } = conclusion.support;
  if (level === "contested" || LEAST_SUPPORT.indexOf(level) < LEAST_SUPPORT.indexOf(least)) return "unclear";
  if (conclusion.answer.stance === "for") return "pass";
  return conclusion.answer.stance === "against" ? "fail" : "unclear";
}

/** A debate that did not complete keeps the code of its error. */
export function gateCode(debate: Debate, least: LeastSupport): number {
  const code = exitCodeOf(debate);
  return code === EXIT.ok ? GATE[gateOf(debate, least)] : errorCode(code);
}

/** The code of an error, which no outcome of a gate has: 1 would fail it. */
export function errorCode(code: number): number {
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
  const support = plainText(supportSections(result, { debate, words, turns: [], earned }), words);
  const lines = [
    `${gateOf(debate, least)}: ${plain(withPlaces(result.conclusion.answer.text, { words }))}`,
    plainLine(support),
    links.watch,
    ...mark,
  ];
  return `${lines.join("\n")}\n`;
}
