/** What judges found, in the attributes of OpenTelemetry's conventions for evaluations. */
import type { DraftEvent } from "../../domain/play/events/events.ts";
import type { Verdict } from "../../domain/shapes/schemas/ballot.ts";
import type { ClaimCheck } from "../../domain/shapes/schemas/claims.schema.ts";

export interface Evaluation {
  "gen_ai.evaluation.name": "assessment" | "ballot" | "claim_check";
  "gen_ai.evaluation.score.label": string;
  /** 0–10 of an assessment, 0–100 of a ballot, 0 or 1 of a claim; missing: the exhibits settle nothing. */
  "gen_ai.evaluation.score.value"?: number;
  /** Whom it is about; missing: the round or the claim. */
  "parley.participant.id"?: string;
  /** Which of the debate's claims, from 1. */
  "parley.claim"?: number;
  /** A model's words. */
  explanation?: string;
}

/**
 * An assessment is one evaluation of its round (`continue` or `end`), a ballot one of each participant (`won`, `lost`,
 * `for_won`, `against_won` or `nobody_won`), a claim check one of each claim (`supported`, `contradicted`, `unverified`).
 * That a claim is contradicted needs a second judge, whose reading is an evaluation of its own.
 */
export function evaluationsOf({ type, data }: DraftEvent): Evaluation[] {
  if (type === "assessment.completed") {
    const { qualityScore, shouldContinue, reasoning } = data.assessment;
    return [
      {
        "gen_ai.evaluation.name": "assessment",
        "gen_ai.evaluation.score.value": qualityScore,
        "gen_ai.evaluation.score.label": shouldContinue ? "continue" : "end",
        explanation: reasoning,
      },
    ];
  }
  if (type === "ballot.completed") {
    const { verdict } = data.ballot;
    return Object.entries(verdict.scores).map(([participant, score]) => ({
      "gen_ai.evaluation.name": "ballot",
      "gen_ai.evaluation.score.value": score,
      "gen_ai.evaluation.score.label": outcomeOf(verdict, participant),
      "parley.participant.id": participant,
      explanation: verdict.reasoning,
    }));
  }
  if (type === "claims.checked")
    return data.claims.claims.map(({ status, why }, at) => claimCheck({ place: at + 1, status, why }));
  if (type === "claims.confirmed")
    return data.confirmed.readings.map(({ place, says, why }) => claimCheck({ place, status: READ_AS[says], why }));
  return [];
}

/** What a second judge's reading of passages makes of a claim. */
const READ_AS = { supports: "supported", contradicts: "contradicted", nothing: "unverified" } as const;

function claimCheck({ place, status, why }: Pick<ClaimCheck, "status" | "why"> & { place: number }): Evaluation {
  return {
    "gen_ai.evaluation.name": "claim_check",
    ...(status !== "unverified" && { "gen_ai.evaluation.score.value": status === "supported" ? 1 : 0 }),
    "gen_ai.evaluation.score.label": status,
    "parley.claim": place,
    explanation: why,
  };
}

function outcomeOf({ winner }: Verdict, participant: string): string {
  if (winner?.side) return `${winner.side}_won`;
  if (!winner?.participant) return "nobody_won";
  return winner.participant === participant ? "won" : "lost";
}
