/** What an estimate assumes of the checked claims that a prompt shows. */
import type { DebateConfig } from "../../shapes/plan/config.ts";
import { MOST_CLAIMS } from "../../shapes/schemas/claims.ts";
import { type Case, CLAIMS_REPLY, replyLength } from "../assumptions/cases.ts";

/** The marks around a claim, and what the code says of it. */
const AROUND = 60;

/** Tokens of the claims that a judge of this debate is shown: as much as was written of them, and the marks. */
export function claimsSize({ judge }: Pick<DebateConfig, "judge">, of: Case): number {
  if (of.name === "lowest") return 0;
  const claims = of.name === "worst" ? MOST_CLAIMS : MOST_CLAIMS / 2;
  return replyLength(of, judge?.maxOutputTokens ?? 0, CLAIMS_REPLY) + claims * AROUND;
}
