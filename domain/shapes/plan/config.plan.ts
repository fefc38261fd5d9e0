/** A debate with every default filled in, as stored. */

import type { CallSettings, ChosenModel } from "../catalogue/model-ref.ts";
import type { Strategy } from "../context/view.shape.ts";
import type { AnswerForm } from "../schemas/answer-form.ts";
import type { ForkOrigin, FormatName } from "../schemas/debate.schema.ts";
import type { Exhibit } from "../schemas/exhibit.schema.ts";
import type { Warning } from "../schemas/faults.schema.ts";
import type { OutputRequest } from "../schemas/output-request.ts";
import type { AssignedPosition, Diversity } from "../schemas/positions.schema.ts";
import type { Question } from "../schemas/questions.schema.ts";
import type { JudgeCriterion } from "../schemas/rubric.schema.ts";
import type { Tooling } from "../schemas/tool-request.ts";
import type { DebateRules, Durations, Quorum } from "./plan.ts";

export interface ParticipantConfig extends CallSettings {
  id: string;
  name: string;
  /** Models that take its seat, one after the other. */
  fallbacks?: ChosenModel[];
  side?: "for" | "against" | "neutral";
  position: string;
  /** `plain` until a model has assigned one. */
  positionSource: AssignedPosition["source"];
  /** Come with an assigned position. */
  keyArguments?: string[];
  persona?: string;
  /** It must not speak of itself as a language model. */
  inCharacter?: true;
  instructions?: string;
  systemPrompt?: string;
  /** Where it comes from, for people. */
  systemPromptFrom?: string;
  role?: string;
  /** Left out: it looks nothing up. */
  tooling?: Tooling;
}

export interface JudgeConfig extends CallSettings {
  systemPrompt?: string;
  /** Where it comes from, for people. */
  systemPromptFrom?: string;
  instructions?: string;
  role?: string;
  /** In place of the built-in rubric. */
  criteria?: JudgeCriterion[];
  /** They vote on the verdict instead of the judge. */
  panel?: ChosenModel[];
  quorum?: Quorum;
  /** Ballots are cast in two orders. Left out if there is no verdict. */
  bothOrders?: boolean;
  /** No judge may be a debater's model or of its family. */
  requireIndependent?: true;
  /** The speakers of the next round are shown what it recommends after a round. */
  guides?: true;
  /** Left out: it looks nothing up. */
  tooling?: Tooling;
}

/** What Parley chose so that a debate stays below its limits (docs/limits-and-costs.md#a-limit-makes-the-debate-fit). */
export interface Fitted {
  /** Tokens that a reply may have beyond what it was asked for: models that think count their thoughts as output. */
  thinking: number;
  /** Attempts that are reserved for each call. */
  attempts: 1 | 2;
  /** Ids of participants, and `judge`, whose `maxOutputTokens` the request gives: it holds as it is. */
  given: string[];
}

/** The part of `limits` that is a budget, as its owner gave it. */
interface Budget {
  warnAtCostUsd?: number | undefined;
  maxCostUsd?: number | undefined;
  maxTokens?: number | undefined;
}

export interface DebateConfig extends DebateRules {
  topic: string;
  context?: string;
  /** In which models write, as a canonical BCP-47 tag. Left out: the topic's. */
  language?: string;
  /** Numbered E1, E2, …; missing when there are none. */
  exhibits?: Exhibit[];
  /** Found during the debate, added when the configuration is read for a prompt. Never stored here. */
  found?: Exhibit[];
  /** Before each turn, the passages of these files that are nearest to it become exhibits. Left out: none. */
  passages?: { from: string[]; topK: number };
  /** How assigned positions differ. */
  diversity?: Diversity;
  format: FormatName;
  participants: ParticipantConfig[];
  judge: JudgeConfig | null;
  /** Left out: no clarifications. */
  clarifications?: { maxIterations: number; maxPerAgent: number; answerTimeoutMs?: number };
  /** Questions and answers, added when the configuration is read for a prompt. Never stored here. */
  clarified?: Question[];
  roundDelayMs?: number;
  turnTimeoutMs?: number;
  judgeTimeoutMs?: number;
  roundTimeoutMs?: number;
  quorum?: Quorum;
  decisionTimeoutMs?: number;
  /** Left out: no limits. */
  budget?: Budget;
  /** Left out: `maxOutputTokens` alone limits each reply. */
  fitted?: Fitted;
  /** Its share of an experiment's budget: no limit of its own can be above it. */
  share?: Pick<Budget, "maxCostUsd" | "maxTokens">;
  tags: string[];
  metadata: Record<string, string>;
  demo: boolean;
  warnings: Warning[];
  /**
   * The random ending of the marks around foreign text in prompts. No response has it while the debate runs. Left out in
   * old debates.
   */
  fenceKey?: string;
  /** Left out: a speaker's own turns are assistant messages in its prompts. */
  promptLayout?: "shared" | "common" | "blind";
  /** Left out: `auto`, with summaries by the judge's model. */
  contextWindow?: { strategy?: Strategy; summaries?: boolean; summarizer?: ChosenModel };
  /** It waits where a limit of its key or tenant holds it up. Left out: it is refused. */
  whenBusy?: "queue";
  /** The schema that the result is mapped to. */
  output?: OutputRequest;
  /** Validation asks each model whether it answers. */
  asksModels?: true;
  /** The original of a fork, and what the rounds taken over had used. */
  forkedFrom?: ForkOrigin;
  /** The preset and its version that the request named, as `decision@3`. */
  preset?: string;
  /** The debate whose sides this one swaps. */
  twinOf?: string;
  /** The form of the answers, where they are compared and counted. */
  answers?: AnswerForm;
  /** By participant id: the share of such questions that it is known to answer rightly. Left out: all count alike. */
  accuracies?: Record<string, number>;
  /** How readily debaters take over others' conclusions where reasons are balanced, 0–100. */
  agreementIntensity?: number;
  /** The known answer to the topic. No debater, judge or voter is shown it. */
  expected?: string;
  /** No workflow of this Parley ran it. */
  imported?: true;
  /** The owner's request, to which a PATCH applies. */
  request?: Record<string, unknown>;
  /** Durations where the request says nothing. */
  defaults?: Durations;
}
