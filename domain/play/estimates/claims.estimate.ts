/** What an estimate assumes of the checked claims that a prompt shows. */
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { MOST_CLAIMS } from "../../shapes/schemas/claims.schema.ts";
import { type Case, CLAIMS_REPLY, replyLength } from "../assumptions/cases.ts";
import { mostShown } from "./asked.estimate.ts";

/** The marks around a claim, and what the code says of it. */
const AROUND = 60;

/** Tokens of the claims that a judge of this debate is shown: as much as was written of them, and the marks. */
export function claimsSize({ judge, fitted }: Pick<DebateConfig, "judge" | "fitted">, of: Case): number {
  if (of.name === "lowest") return 0;
  const claims = of.name === "worst" ? MOST_CLAIMS : MOST_CLAIMS / 2;
  const most = judge?.maxOutputTokens ?? 0;
  return replyLength(of, fitted ? Math.min(most, mostShown(CLAIMS_REPLY)) : most, CLAIMS_REPLY) + claims * AROUND;
}
