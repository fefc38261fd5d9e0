/** What the pages read from the API, by the names of its own types; nothing of this reaches the browser. */
import type { Decision as DomainDecision } from "../../../domain/decision.ts";
import type { Rejudgement as DomainRejudgement } from "../../../domain/rejudgement.ts";
import type { Assessment as DomainAssessment } from "../../../domain/schemas/assessment.ts";
import type { Ballot as DomainBallot } from "../../../domain/schemas/ballot.ts";
import type { Debate as DomainDebate } from "../../../domain/schemas/debate.ts";
import type { ControlArm as DomainControlArm, Result as DomainResult } from "../../../domain/schemas/result.ts";
import type { Usage as DomainUsage } from "../../../domain/schemas/spend.ts";
import type { Turn as DomainTurn } from "../../../domain/schemas/turn.ts";
import type { DebateSummary as ApiDebateSummary } from "../../schemas.ts";

export type Debate = DomainDebate;
export type Turn = DomainTurn;
export type Result = DomainResult;
export type Assessment = DomainAssessment;
export type Decision = DomainDecision;
export type Ballot = DomainBallot;
export type ControlArm = DomainControlArm;
export type Rejudgement = DomainRejudgement;
export type Usage = DomainUsage;
export type DebateSummary = ApiDebateSummary;

/** What every whole call of a model tells. */
interface Paid {
  usage: DomainUsage;
  costUsd: number | null;
  latencyMs: number;
  at: string;
}

/** An event as the log sends it: its payload lies flat. */
export interface WireEvent {
  id: number;
  type: string;
  at: string;
  round?: number;
  phase?: string | null;
  participantId?: string | null;
  turnId?: string;
  text?: string;
  attempt?: number;
  model?: string;
  kind?: string;
  message?: string;
  waitMs?: number | null;
  by?: string;
  status?: string;
  reason?: string;
  pausing?: boolean;
  turn?: Turn;
  assessment?: Assessment;
  result?: Result;
  decision?: Decision;
  when?: "before" | "after";
  panelist?: string;
  vote?: { vote: string; judge: string; confidence: number; reasoning: string } & Paid;
  evaluation?: { confidence: number; reasoning: string } & Paid;
  ballot?: { judge: string; order: string } & Paid;
  summary?: Paid;
  latencyMs?: number;
  usage?: DomainUsage;
  costUsd?: number | null;
  actId?: string;
  questions?: { id: string; text: string; askedBy: string[] }[];
  answers?: { questionId: string; answer: string | null }[];
  degradation?: { what: string; why: string };
  interjection?: { id: string; to?: string };
  judge?: string;
  before?: string;
  command?: string;
  why?: string;
}
