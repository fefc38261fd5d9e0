/**
 * What is stored and shown: turns, assessments, results, the debate. Types share the schemas' names. The workflow
 * imports types only from here: Zod itself must stay out of its bundle.
 */
import { z } from "zod";
import { FORMATS } from "./formats/registry.ts";
import { PendingDecision } from "./decision.ts";
import { PendingAnswers } from "./questions.ts";
import { COMMANDS, STATUSES } from "./lifecycle.ts";
import { RejudgementBrief } from "./rejudgement-brief.ts";
import { CreatedWebhook } from "./webhooks/webhook.ts";

export const FormatName = z.enum(FORMATS).meta({ id: "FormatName" });
export type FormatName = z.infer<typeof FormatName>;

export const Money = z.number().nullable().meta({ description: "USD; null when a price is unknown" });
const timestamp = z.string().meta({ description: "ISO 8601, UTC", examples: ["2026-11-21T05:12:54.000Z"] });

export const Usage = z
  .object({
    inputTokens: z.int().min(0).meta({ description: "All input tokens, cached ones included" }),
    cachedInputTokens: z.int().min(0),
    outputTokens: z.int().min(0).meta({ description: "All output tokens, reasoning included" }),
    reasoningTokens: z.int().min(0),
    calls: z.int().min(0).meta({ description: "Model calls, failed and repeated ones included" }),
  })
  .meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;

export const DIVERSITIES = ["binary", "spectrum", "multi-perspective"] as const;
export const Diversity = z
  .enum(DIVERSITIES)
  .meta({ id: "Diversity", description: "How assigned positions differ: opposed, along one axis, by angle" });
export type Diversity = z.infer<typeof Diversity>;

/** A participant's position as it was settled before round 1. */
export interface AssignedPosition {
  participantId: string;
  position: string;
  persona?: string;
  keyArguments?: string[];
  /** `plain`: the position of the participant's side. */
  source: "given" | "assigned" | "plain";
}

export const Exhibit = z
  .object({
    id: z.string().meta({ examples: ["E1"] }),
    title: z.string(),
    text: z.string(),
    source: z.string().optional(),
  })
  .meta({ id: "Exhibit" });
export type Exhibit = z.infer<typeof Exhibit>;

export const Citation = z
  .object({
    ref: z.string().nullable().meta({
      description: "An exhibit (`E1`), or the turn that is quoted; null: a quotation of nobody in particular",
    }),
    quoted: z.string().nullable().meta({ description: "The words in quotation marks; null: a reference alone" }),
    found: z.boolean().meta({ description: "There is such an exhibit, and the words stand where they should" }),
  })
  .meta({ id: "Citation" });
export type Citation = z.infer<typeof Citation>;

export const TURN_PHASES = [
  "blind",
  "response",
  "opening",
  "rebuttal",
  "closing",
  "constructive",
  "cross-question",
  "cross-answer",
  "proposal",
  "critique",
  "refinement",
  "synthesis",
  "interjection",
] as const;
export const TurnPhase = z.enum(TURN_PHASES).meta({ id: "TurnPhase" });
export type TurnPhase = z.infer<typeof TurnPhase>;

export const SEVERITIES = ["critical", "major", "minor"] as const;
export const Critique = z
  .object({
    critique: z.string(),
    issues: z.array(z.object({ severity: z.enum(SEVERITIES), description: z.string() })),
    score: z.number().min(0).max(10).meta({ description: "How good the proposal is, 0–10" }),
    readyForSynthesis: z.boolean(),
  })
  .meta({ id: "Critique", description: "What a skeptic found in a proposal" });
export type Critique = z.infer<typeof Critique>;

/** What of the transcript a turn's speaker was shown: with it the prompt is rebuilt. */
const TurnContext = z
  .object({
    strategy: z.enum(["all", "truncate", "window", "summarize"]),
    seen: z.int().min(0).meta({ description: "It was shown the turns of its round below this index" }),
    tokens: z.int().meta({ description: "Of the prompt by our count, its margin included" }),
    summaryId: z.string().optional().meta({ description: "The summary that stood for the older turns" }),
    leftOut: z.int().optional().meta({ description: "So many turns were left out" }),
  })
  .meta({ id: "TurnContext" });
export type TurnContext = z.infer<typeof TurnContext>;

export const Turn = z
  .object({
    id: z.string().meta({ description: "g<generation>-r<round>-t<index>", examples: ["g1-r2-t1"] }),
    participantId: z.string(),
    participant: z.string().meta({ description: "The participant's name" }),
    round: z.int().min(0),
    index: z.int().min(0).meta({
      description: "Position in the round, from 1; an interjection has that of the turn it stands behind, or 0",
    }),
    phase: TurnPhase,
    targetId: z.string().optional(),
    to: z.string().optional().meta({ description: "Of an interjection: the only participant who is shown it" }),
    text: z.string(),
    critique: Critique.optional().meta({ description: "Of a skeptic's turn: what its text was made from" }),
    status: z.enum(["whole", "failed"]),
    model: z.string(),
    usage: Usage,
    costUsd: Money,
    latencyMs: z.int().meta({ description: "From the request to the last token, milliseconds" }),
    firstTokenMs: z.int().nullable(),
    attempt: z.int().min(1),
    promptSha256: z.string().meta({ description: "SHA-256 of the prompt that was sent, hexadecimal" }),
    context: TurnContext.optional(),
    citations: z.array(Citation).optional().meta({ description: "Checked by the code; missing when nothing is cited" }),
    at: timestamp,
  })
  .meta({ id: "Turn" });
export type Turn = z.infer<typeof Turn>;

export const CRITERIA = ["logic", "evidence", "engagement", "novelty", "persuasiveness", "relevance"] as const;
export type Criterion = (typeof CRITERIA)[number];

export const CriterionScores = z
  .record(z.string(), z.number().min(0).max(10))
  .meta({ id: "CriterionScores", description: "0–10 by criterion" });
export type CriterionScores = z.infer<typeof CriterionScores>;

export const AssessmentFlags = z
  .object({
    repetitive: z.boolean(),
    drifting: z.boolean(),
    diminishingReturns: z.boolean(),
    convergenceReached: z.boolean(),
  })
  .meta({ id: "AssessmentFlags" });
export type AssessmentFlags = z.infer<typeof AssessmentFlags>;

/** What the judge scores by instead of the built-in rubric; the scores carry its names. */
export const JudgeCriterion = z
  .object({
    name: z.string().min(1).max(80),
    weight: z.number().positive().meta({ description: "Percent, or any positive number: the code normalises them" }),
    description: z.string().optional(),
  })
  .meta({ id: "JudgeCriterion" });
export type JudgeCriterion = z.infer<typeof JudgeCriterion>;

const Repetition = z
  .object({
    turnId: z.string(),
    with: z.string().meta({ description: "The earlier turn that it is nearest to" }),
    overlap: z.number().min(0).max(1).meta({ description: "The figure of `by`" }),
    by: z.enum(["overlap", "containment", "cosine"]).meta({
      description:
        "How it was found: Jaccard of both turns' word 3-grams; the share of its own 3-grams that stand in earlier turns; the cosine of both turns' embeddings",
    }),
  })
  .meta({ id: "Repetition" });
export type Repetition = z.infer<typeof Repetition>;

const Trend = z.enum(["improving", "stable", "declining"]).meta({ id: "Trend" });
export type Trend = z.infer<typeof Trend>;
const trend = z.union([Trend, z.null()]);

export const Measured = z
  .object({
    repetition: z.array(Repetition),
    diminishingReturns: z.boolean(),
    drifting: z.array(z.string()).meta({ description: "Ids of participants whose relevance is below 5" }),
    trends: z
      .object({ quality: trend, novelty: trend, engagement: trend, length: trend })
      .meta({ description: "Over the last 3 rounds; null with fewer than 2 values. Of length, `improving` is longer" }),
    embedding: z
      .object({
        model: z.string(),
        failure: z.string().nullable().meta({ description: "Why repetition was measured by words alone" }),
      })
      .optional()
      .meta({ description: "The model that turns were compared by; missing: none is configured" }),
  })
  .meta({ id: "Measured", description: "What the code measured of a round, apart from the judge's flags" });
export type Measured = z.infer<typeof Measured>;

export const Flip = z
  .object({
    participant: z.string().meta({ description: "The participant's id" }),
    from: z.string(),
    to: z.string().meta({ description: "Its position in this round, in brief" }),
    cause: z.string().nullable().meta({ description: "The turn or exhibit that it is owed to, by id" }),
    prompted: z.boolean().meta({ description: "False: it names no cause, or one of its own turns" }),
  })
  .meta({ id: "Flip", description: "A position that changed since the round before, as the judge found it" });
export type Flip = z.infer<typeof Flip>;
const flips = z.array(Flip).optional().meta({
  description: "Positions that changed since the round before; missing where the judge did not say",
});

export const Assessment = z
  .object({
    id: z.string(),
    round: z.int().min(1),
    judge: z.string(),
    shouldContinue: z.boolean(),
    qualityScore: z.number().min(0).max(10),
    assessments: z.array(
      z.object({
        participant: z.string().meta({ description: "The participant's id" }),
        scores: CriterionScores,
        score: z.number().meta({ description: "Weighted mean of the scores, 0–10, computed by the code" }),
        strengths: z.array(z.string()),
        weaknesses: z.array(z.string()),
      }),
    ),
    flags: AssessmentFlags,
    measured: Measured.optional(),
    flips,
    reasoning: z.string(),
    recommendations: z.array(z.string()),
    usage: Usage,
    costUsd: Money,
    latencyMs: z.int(),
    attempt: z.int(),
    at: timestamp,
  })
  .meta({ id: "Assessment" });
export type Assessment = z.infer<typeof Assessment>;

export const Verdict = z
  .object({
    summary: z.string(),
    keyPoints: z.record(z.string(), z.array(z.string())).meta({ description: "By participant id" }),
    areasOfAgreement: z.array(z.string()),
    areasOfDisagreement: z.array(z.string()),
    winner: z
      .object({
        participant: z.string().optional().meta({ description: "The participant's id; absent where a side wins" }),
        side: z.enum(["for", "against"]).optional().meta({ description: "Where a side wins (oxford)" }),
        reasoning: z.string(),
      })
      .nullable(),
    criterionScores: z.record(z.string(), CriterionScores).meta({ description: "By participant id" }),
    scores: z
      .record(z.string(), z.number())
      .meta({ description: "0–100 by participant id: ten times the weighted mean, computed by the code" }),
    criteria: z.record(z.string(), z.string()).meta({ description: "Finding by criterion" }),
    reasoning: z.string(),
    qualityScore: z.number().min(0).max(100),
    insights: z.array(z.string()),
    dissent: z.array(z.string()),
  })
  .meta({ id: "Verdict" });
export type Verdict = z.infer<typeof Verdict>;

export const VOTE_CHOICES = ["for", "against", "undecided"] as const;
export type VoteSide = "for" | "against";

export const Vote = z
  .object({
    id: z.string().meta({ examples: ["g1-vote-before"] }),
    when: z.enum(["before", "after"]).meta({ description: "Before round 1, or after the last round" }),
    judge: z.string(),
    vote: z.enum(VOTE_CHOICES).meta({ description: "On the motion" }),
    confidence: z.number().min(0).max(100),
    reasoning: z.string(),
    usage: Usage,
    costUsd: Money,
    latencyMs: z.int(),
    attempt: z.int(),
    at: timestamp,
  })
  .meta({ id: "Vote" });
export type Vote = z.infer<typeof Vote>;

const voters = z.int().min(0);
const VoteCounts = z.object({ for: voters, against: voters, undecided: voters }).meta({ id: "VoteCounts" });
export type VoteCounts = z.infer<typeof VoteCounts>;

const VoteResult = z
  .object({
    before: VoteCounts,
    after: VoteCounts,
    swing: z.object({ for: z.int(), against: z.int() }).meta({ description: "Votes that each side gained or lost" }),
  })
  .meta({ id: "VoteResult", description: "Votes on the motion (oxford)" });
export type VoteResult = z.infer<typeof VoteResult>;

/** The judge's opinion of a dialectic round, where the termination asks for one. */
export const Evaluation = z
  .object({
    id: z.string(),
    round: z.int().min(1),
    judge: z.string(),
    confidence: z.number().min(0).max(100).meta({
      description: "That the refinements agree (`convergence`), or in the best of them (`quality`)",
    }),
    reasoning: z.string(),
    bestRefinement: z.string().nullable().meta({ description: "A turn's id" }),
    usage: Usage,
    costUsd: Money,
    latencyMs: z.int(),
    attempt: z.int(),
    at: timestamp,
  })
  .meta({ id: "Evaluation" });
export type Evaluation = z.infer<typeof Evaluation>;

/**
 * What stands in prompts instead of older turns: in an agent's own instead of its view of the rounds before `round`, in the
 * judge's for the solution instead of all turns but the newest proposals, or in everybody's instead of the turns up to `until`.
 */
export const Summary = z
  .object({
    id: z.string(),
    participantId: z
      .string()
      .nullable()
      .meta({ description: "Whose view it is of; null: all turns, and without `until` the judge's view of them" }),
    round: z.int().min(0),
    until: z
      .object({ round: z.int(), index: z.int() })
      .optional()
      .meta({ description: "Of a summary for all readers: it stands for the turns up to this one" }),
    turns: z.int().optional().meta({ description: "How many turns it stands for beside the summary before it" }),
    text: z.string(),
    before: z.int().meta({ description: "Characters of what was summarised" }),
    after: z.int().meta({ description: "Characters of the summary; the judge's is counted with labels for names" }),
    method: z.enum(["model"]),
    model: z.string(),
    usage: Usage,
    costUsd: Money,
    latencyMs: z.int(),
    attempt: z.int(),
    at: timestamp,
  })
  .meta({ id: "Summary" });
export type Summary = z.infer<typeof Summary>;

export const Solution = z
  .object({
    description: z.string(),
    implementation: z.string().nullable(),
    tradeoffs: z.array(z.string()),
    recommendations: z.array(z.string()),
    confidence: z.number().min(0).max(100),
    synthesizedBy: z.string().meta({ description: "The judge's model" }),
  })
  .meta({ id: "Solution" });
export type Solution = z.infer<typeof Solution>;

export const ENDED_BY = ["judge", "limit", "convergence", "budget", "owner", "policy"] as const;
const Blinding = z
  .object({
    labels: z.record(z.string(), z.string()).meta({
      description: "Participants' ids by the labels that stood for them, in the order in which they were shown",
    }),
    replaced: z
      .array(z.object({ text: z.string(), by: z.string(), count: z.int() }))
      .meta({ description: "Names that stood in texts, and what was shown instead" }),
    kept: z.array(z.string()).meta({
      description: "Names that were shown as they are, since the owner's own text has them: blinding was partial",
    }),
  })
  .meta({ id: "Blinding", description: "What a judge was shown in the place of names" });
export type Blinding = z.infer<typeof Blinding>;

const ballotOrder = z
  .enum(["given", "reversed"])
  .meta({ description: "`reversed`: labels and roster turned round, and rounds in which all spoke at once" });

export const Ballot = z
  .object({
    id: z.string().meta({ examples: ["g1-b1-given"] }),
    judge: z.string(),
    order: ballotOrder,
    winner: z.string().nullable().meta({ description: "A participant's id; null: nobody argued better" }),
    scores: z.record(z.string(), z.number()),
    valid: z.boolean(),
    reasoning: z.string().optional().meta({ description: "Why the winner, or why nobody" }),
    invalidBecause: z.string().optional().meta({ description: "Why it does not count" }),
    blind: Blinding.optional(),
  })
  .meta({ id: "Ballot" });
export type Ballot = z.infer<typeof Ballot>;

/** One judge's whole verdict, of which the result shows the ballot. */
export const CastBallot = z
  .object({
    id: z.string(),
    judge: z.string(),
    order: ballotOrder,
    verdict: Verdict,
    unanimous: z.boolean().optional().meta({
      description: "Of a ballot on the answers before round 1: all of them give the same answer to the topic",
    }),
    blind: Blinding,
    usage: Usage,
    costUsd: Money,
    latencyMs: z.int(),
    attempt: z.int(),
    at: timestamp,
  })
  .meta({ id: "CastBallot" });
export type CastBallot = z.infer<typeof CastBallot>;

export const Degradation = z
  .object({
    what: z.string(),
    why: z.string(),
    participantId: z.string().optional(),
    round: z.int().optional(),
    code: z.literal("budget_stopped").optional().meta({ description: "The debate ended early: its budget was spent" }),
  })
  .meta({ id: "Degradation" });
export type Degradation = z.infer<typeof Degradation>;

export const Answer = z
  .object({
    text: z.string(),
    earlyStopped: z.boolean().meta({ description: "True when the skeptic was content before maxRounds" }),
    rounds: z.int().meta({ description: "How many rounds were begun" }),
    score: z.number().nullable().meta({ description: "The skeptic's last score, 0–10" }),
    turnId: z.string().meta({ description: "The turn that this is the text of" }),
    synthesizedBy: z.string().meta({ description: "The participant's id" }),
  })
  .meta({ id: "Answer" });
export type Answer = z.infer<typeof Answer>;

/** What every result has, whatever it is called. */
const conclusion = {
  contested: z.boolean(),
  ballots: z.array(Ballot),
  agreement: z.number().nullable().meta({
    description: "Krippendorff's alpha of all scores that the valid ballots gave; null with fewer than two",
  }),
  dissent: z.array(z.string()),
  degraded: z.array(Degradation),
  endedBy: z.enum(ENDED_BY),
  usage: Usage,
  costUsd: Money,
  latencyMs: z.int(),
  at: timestamp,
};
const standing = {
  winner: z.string().nullable().meta({ description: "A participant's id; null: nobody, contested, or a side" }),
  side: z.enum(["for", "against"]).optional().meta({ description: "Where a side wins (oxford), by mean scores alone" }),
  contested: z.boolean(),
};
const ControlArm = z
  .object({
    before: z.object({
      ...standing,
      unanimous: z.boolean().meta({ description: "Every ballot says that all gave the same answer to the topic" }),
      ballots: z.array(Ballot),
    }),
    after: z.object(standing),
    changed: z.boolean(),
  })
  .meta({
    id: "ControlArm",
    description: "Who argued best when each had answered alone before round 1, and who did after the debate",
  });
export type ControlArm = z.infer<typeof ControlArm>;

export const VerdictResult = z
  .object({
    type: z.literal("verdict"),
    verdict: Verdict,
    textFrom: z.string().optional().meta({ description: "The ballot that the verdict's words are from" }),
    vote: VoteResult.optional(),
    controlArm: ControlArm.optional(),
    ...conclusion,
  })
  .meta({ id: "VerdictResult" });
const SolutionResult = z
  .object({ type: z.literal("solution"), solution: Solution, ...conclusion })
  .meta({ id: "SolutionResult" });
const AnswerResult = z
  .object({ type: z.literal("answer"), answer: Answer, ...conclusion })
  .meta({ id: "AnswerResult", description: "Usage and cost are those of the turn that wrote the answer" });
const UnjudgedResult = z
  .object({ type: z.literal("unjudged"), ...conclusion })
  .meta({ id: "UnjudgedResult", description: "Nobody ruled: the judge failed. There is no winner and no verdict" });
export type UnjudgedResult = z.infer<typeof UnjudgedResult>;
export type VerdictResult = z.infer<typeof VerdictResult>;
export type SolutionResult = z.infer<typeof SolutionResult>;
export type AnswerResult = z.infer<typeof AnswerResult>;

export const Result = z
  .discriminatedUnion("type", [VerdictResult, SolutionResult, AnswerResult, UnjudgedResult])
  .meta({ id: "Result" });
export type Result = z.infer<typeof Result>;
export type EndedBy = Result["endedBy"];

export const FaultView = z
  .object({
    kind: z.string(),
    message: z.string(),
    retryable: z.boolean(),
    retryCount: z.int(),
    participantId: z.string().optional(),
    round: z.int().optional(),
    at: timestamp,
    suggestion: z.string(),
  })
  .meta({ id: "Fault" });
export type FaultView = z.infer<typeof FaultView>;

export const ParticipantStatus = z.enum(["active", "rate_limited", "context_exceeded", "error", "failed"]);
export type ParticipantStatus = z.infer<typeof ParticipantStatus>;

const Participant = z
  .object({
    id: z.string(),
    name: z.string(),
    model: z.string(),
    side: z.string().optional(),
    position: z.string(),
    positionSource: z.enum(["given", "assigned", "plain"]).optional(),
    persona: z.string().optional(),
    role: z.string().optional(),
    status: ParticipantStatus,
    retries: z.int(),
    usage: Usage,
    costUsd: Money,
  })
  .meta({ id: "Participant" });

export const Problem = z.object({ pointer: z.string(), detail: z.string() }).meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;
export const Warning = z.object({ code: z.string(), detail: z.string() }).meta({ id: "Warning" });
export type Warning = z.infer<typeof Warning>;

const PromptSource = z.enum(["built-in", "custom"]);

export const ForkOrigin = z
  .object({
    id: z.string(),
    afterRound: z.int(),
    usage: Usage,
    costUsd: Money,
    spent: z
      .array(z.object({ participantId: z.string().nullable(), model: z.string(), usage: Usage, costUsd: Money }))
      .meta({ description: "The same by participant (null: the judge) and model" }),
  })
  .meta({
    id: "ForkOrigin",
    description:
      "A fork's original, and what the rounds taken over had used: it stands in the fork's sums too, but the original has spent it",
  });
export type ForkOrigin = z.infer<typeof ForkOrigin>;

/** The debate as the API shows it (spec §2.1). */
export const Debate = z
  .object({
    id: z.string().meta({ examples: ["deb-20261121-051254-7K2M9Q"] }),
    version: z.int(),
    generation: z.int().optional().meta({
      description: "Above 1 after a `reset`: what was said before it stands in the log, under turn ids with g1",
    }),
    topic: z.string(),
    context: z.string().optional(),
    exhibits: z.array(Exhibit).optional(),
    format: FormatName,
    mode: z.enum(["simultaneous", "sequential"]),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.string()),
    demo: z.boolean().meta({ description: "True when a canned demo model takes part" }),
    status: z.enum(STATUSES),
    phase: z.string().nullable(),
    round: z.int(),
    maxRounds: z.int(),
    minRounds: z.int(),
    controlArm: z.literal(true).optional().meta({ description: "Each participant also answers alone before round 1" }),
    skipIfUnanimous: z.literal(true).optional().meta({
      description: "The debate ends before round 1 when every ballot finds that all gave the same answer",
    }),
    allowed: z.array(z.enum(COMMANDS)).meta({ description: "Commands that are legal now" }),
    pausing: z.boolean(),
    // Not `nullable()`: see `result`.
    pending: z.union([PendingAnswers, PendingDecision, z.null()]),
    participants: z.array(Participant),
    judge: z
      .object({
        model: z.string(),
        before: z.array(z.string()).optional().meta({ description: "Models that judged before this one, in order" }),
        panel: z.array(z.string()).meta({ description: "Models that vote on the verdict; empty: the judge alone" }),
        bothOrders: z.boolean().optional().meta({ description: "The verdict is asked for in two orders" }),
        criteria: z.array(JudgeCriterion).optional().meta({ description: "Missing: the built-in rubric" }),
        usage: Usage,
        costUsd: Money,
      })
      .nullable(),
    promptSources: z.record(z.string(), PromptSource).meta({ description: "By participant id, and `judge`" }),
    assessments: z.array(
      z.object({
        round: z.int(),
        qualityScore: z.number(),
        shouldContinue: z.boolean(),
        flags: AssessmentFlags,
        measured: Measured.optional(),
        flips,
      }),
    ),
    evaluations: z
      .array(z.object({ round: z.int(), confidence: z.number(), bestRefinement: z.string().nullable() }))
      .optional()
      .meta({ description: "Dialectic only: what the judge found of each round" }),
    usage: Usage,
    cost: z.object({
      totalUsd: Money,
      earlierUsd: Money.optional().meta({ description: "The part that was spent before the last `reset`" }),
      unsettledUsd: z.number().optional().meta({
        description: "Attempts whose end is unknown, charged in full against the limit and no part of `totalUsd`",
      }),
      reservedUsd: z.number().meta({ description: "Set aside for calls in flight and for the conclusion" }),
      warnAtUsd: z.number().nullable(),
      limitUsd: z.number().nullable(),
      maxTokens: z.int().optional().meta({ description: "Input and output together; missing: no limit" }),
      byModel: z.record(z.string(), Money),
    }),
    degraded: z.array(Degradation),
    warnings: z.array(Warning),
    problems: z.array(Problem).meta({ description: "What keeps a draft from starting" }),
    draft: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "Of a draft: what was asked for so far, the document that a PATCH changes" }),
    // Not `nullable()`: of a union the OpenAPI document would lose the null.
    result: z.union([Result, z.null()]),
    error: FaultView.nullable(),
    webhook: CreatedWebhook.optional(),
    forkedFrom: ForkOrigin.optional(),
    twinOf: z.string().optional().meta({ description: "Of a twin: the debate whose sides were swapped" }),
    rejudgements: z
      .array(RejudgementBrief)
      .optional()
      .meta({ description: "What other judges have ruled since it ended; missing when none were asked" }),
    forks: z.array(z.string()).optional().meta({ description: "Debates that were forked from this one" }),
    links: z.object({
      self: z.string(),
      events: z.string(),
      transcript: z.string(),
      watch: z.string().nullable(),
      temporal: z.string().nullable(),
    }),
    createdAt: timestamp,
    startedAt: timestamp.nullable(),
    completedAt: timestamp.nullable(),
  })
  .meta({ id: "Debate" });
export type Debate = z.infer<typeof Debate>;
