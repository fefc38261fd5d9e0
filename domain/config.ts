/** A debate with every default filled in: stored as it is here, it never changes within a generation. */
import type { Strategy } from "./context/fit.ts";
import type { DialecticPlan, Durations, ModelRef, Policies } from "./plan.ts";
import type { Question } from "./questions.ts";
import type { DebateRequest } from "./request.ts";
import type { ForkOrigin, FormatName } from "./schemas/debate.ts";
import type { Warning } from "./schemas/faults.ts";
import type { AssignedPosition, Diversity } from "./schemas/positions.ts";
import type { JudgeCriterion } from "./schemas/rubric.ts";
import type { Exhibit } from "./schemas/turn.ts";

interface ModelSettings extends ModelRef {
  temperature: number;
  maxOutputTokens: number;
  /** Tokens; left out: as the catalogue says. */
  contextWindow?: number;
}

export interface ParticipantConfig extends ModelSettings {
  id: string;
  name: string;
  side?: "for" | "against" | "neutral";
  position: string;
  /** `plain` until a model has assigned one. */
  positionSource: AssignedPosition["source"];
  /** Found with the position that was assigned. */
  keyArguments?: string[];
  persona?: string;
  instructions?: string;
  systemPrompt?: string;
  role?: string;
}

export interface JudgeConfig extends ModelSettings {
  systemPrompt?: string;
  role?: string;
  /** In place of the built-in rubric. */
  criteria?: JudgeCriterion[];
  /** They vote on the verdict in the judge's place. */
  panel?: ModelRef[];
  /** The verdict is asked for in two orders. Left out where there is none. */
  bothOrders?: boolean;
  /** No judge may be a debater's model or of its family. */
  requireIndependent?: true;
}

/** What of `limits` is a budget, as its owner gave it. */
type Budget = Pick<NonNullable<DebateRequest["limits"]>, "warnAtCostUsd" | "maxCostUsd" | "maxTokens">;

export interface DebateConfig {
  topic: string;
  context?: string;
  /** Numbered E1, E2, …; missing when there are none. */
  exhibits?: Exhibit[];
  /** How positions that are to be assigned differ. */
  diversity?: Diversity;
  format: FormatName;
  mode: "simultaneous" | "sequential";
  judging: "every-round" | "final-only";
  maxRounds: number;
  minRounds: number;
  participants: ParticipantConfig[];
  judge: JudgeConfig | null;
  /** Left out where it was not asked for. */
  controlArm?: true;
  skipIfUnanimous?: true;
  /** Left out: no clarifications. */
  clarifications?: { maxIterations: number; maxPerAgent: number; answerTimeoutMs?: number };
  /** Questions and answers, added for prompts when the configuration is read: never stored here. */
  clarified?: Question[];
  /** proposer-skeptic: the skeptic's score from which on it may end early. */
  earlyStopScore?: number;
  /** How many reasoning templates are looked up; none when left out. */
  retrieval?: { topK: number };
  roundDelayMs?: number;
  turnTimeoutMs?: number;
  judgeTimeoutMs?: number;
  /** Left out by imported debates. */
  policies?: Policies;
  decisionTimeoutMs?: number;
  /** Left out: no limits. */
  budget?: Budget;
  tags: string[];
  metadata: Record<string, string>;
  demo: boolean;
  warnings: Warning[];
  dialectic?: DialecticPlan;
  /** Left out: everybody's own turns stand in its prompts as its own. */
  promptLayout?: "shared";
  /** Left out: `auto`, with summaries by the judge's model. */
  contextWindow?: { strategy?: Strategy; summaries?: boolean; summarizer?: ModelRef };
  /** The debate that it begins like, and what those rounds had used. */
  forkedFrom?: ForkOrigin;
  /** The debate that it is with sides swapped. */
  twinOf?: string;
  /** It was exported elsewhere and brought in whole: no workflow of ours ran it. */
  imported?: true;
  /** What the owner asked for: the document that a PATCH changes. META has no copy of it. */
  request?: Record<string, unknown>;
  /** Durations where the request says nothing. */
  defaults?: Durations;
}
