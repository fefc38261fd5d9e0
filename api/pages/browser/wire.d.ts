/** What the pages read from the API, by the names of its own types; nothing of this reaches the browser. */
import type { Decision as DomainDecision } from "../../../domain/decision.ts";
import type {
  Assessment as DomainAssessment,
  Debate as DomainDebate,
  Result as DomainResult,
  Turn as DomainTurn,
} from "../../../domain/schemas.ts";
import type { DebateSummary as ApiDebateSummary } from "../../schemas.ts";

export type Debate = DomainDebate;
export type Turn = DomainTurn;
export type Result = DomainResult;
export type Assessment = DomainAssessment;
export type Decision = DomainDecision;
export type DebateSummary = ApiDebateSummary;

/** An event as the log sends it: its payload lies flat. */
export interface WireEvent {
  id: number;
  type: string;
  at: string;
  round?: number;
  phase?: string | null;
  participantId?: string;
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
  vote?: { vote: string; confidence: number; reasoning: string };
  evaluation?: { confidence: number; reasoning: string };
  questions?: { id: string; text: string; askedBy: string[] }[];
  answers?: { questionId: string; answer: string | null }[];
  degradation?: { what: string; why: string };
  interjection?: { id: string; to?: string };
  judge?: string;
  before?: string;
  command?: string;
  why?: string;
}
