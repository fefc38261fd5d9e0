/** How far judges agree. */

import { percent } from "../../../../domain/base/words/figures.words.ts";
import { ENGLISH } from "../base/say.ts";
import type { Result } from "../base/wire.page-base.ts";

/** One phrase for each share that is known. */
export function agreementWords(result: Pick<Result, "agreement">, { say } = ENGLISH): string[] {
  const { judges = null, orders = null } = result.agreement?.winnerAgreement ?? {};
  return [
    ...(judges === null ? [] : [say("two judges name the same winner in {share}", { share: percent(judges) })]),
    ...(orders === null
      ? []
      : [say("a judge names the same winner in both orders in {share}", { share: percent(orders) })]),
  ];
}

/** For a table. */
export function winnerAgreement(result: Pick<Result, "agreement">): string {
  const { judges, orders } = result.agreement?.winnerAgreement ?? {};
  return [judges, orders].map((share) => (typeof share === "number" ? percent(share) : "–")).join(" / ");
}
