/** Turns, with their citations. */
import { z } from "zod";
import { line, list, prose } from "./bounds.ts";
import { ConclusionText } from "./conclusion.schema.ts";
import { GivenAnswer } from "./given-answer.ts";
import { recordId } from "./ids.schema.ts";
import { embedding, TurnRepetition } from "./repetition.schema.ts";
import { Money, timestamp, Usage } from "./spend.schema.ts";
import { ToolUse } from "./tool-use.ts";
import { UnreachableServer } from "./unreachable-server.ts";

export const Citation = z
  .object({
    ref: line.nullable().meta({
      description: "An exhibit (`E1`), or the turn that is quoted; null: a quotation of nobody in particular",
    }),
    quoted: prose.nullable().meta({ description: "The words in quotation marks; null: a reference alone" }),
    found: z.boolean().meta({ description: "There is such an exhibit, and the words stand where they should" }),
  })
  .meta({ id: "Citation", description: "What a turn cites or quotes, and whether it is there" });
export type Citation = z.infer<typeof Citation>;

export const TURN_PHASES = [
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
  "answer",
  "interjection",
] as const;

export const TurnPhase = z.enum(TURN_PHASES).meta({ id: "TurnPhase", description: "The kind of turn" });
export type TurnPhase = z.infer<typeof TurnPhase>;

export const SEVERITIES = ["critical", "major", "minor"] as const;

export const Critique = z
  .object({
    critique: prose.meta({ description: "The critique in words" }),
    issues: list(
      z.object({
        severity: z.enum(SEVERITIES).meta({ description: "How much it matters" }),
        description: prose.meta({ description: "What is wrong" }),
      }),
      10_000,
    ).meta({ description: "Each fault that was found" }),
    score: z.number().min(0).max(10).meta({ description: "How good the proposal is, 0–10" }),
    readyForSynthesis: z.boolean().meta({ description: "True: the proposal can become the answer" }),
  })
  .meta({ id: "Critique", description: "What a skeptic found in a proposal" });
export type Critique = z.infer<typeof Critique>;

/** What the speaker was shown, from which the prompt is rebuilt. */
const TurnContext = z
  .object({
    strategy: z
      .enum(["all", "truncate", "window", "summarize"])
      .meta({ description: "How the transcript was made to fit" }),
    seen: z.int().min(0).meta({ description: "It was shown the turns of its round below this index" }),
    tokens: z.int().meta({ description: "Of the prompt by our count, its margin included" }),
    summaryId: line.optional().meta({ description: "The summary that stood for the older turns" }),
    leftOut: z.int().optional().meta({ description: "So many turns were left out" }),
  })
  .meta({ id: "TurnContext", description: "What the speaker was shown" });
export type TurnContext = z.infer<typeof TurnContext>;

export const targetId = line.optional().meta({
  description:
    "Of whom it speaks: a critique has the id of the turn that it criticises, a cross-examination that of the other participant",
});

export const Turn = z
  .object({
    id: recordId.meta({ description: "g<generation>-r<round>-t<index>", examples: ["g1-r2-t1"] }),
    participantId: line.meta({ description: "The speaker's id; `_owner` for the owner's interjection" }),
    participant: line.meta({ description: "The participant's name" }),
    round: z.int().min(0).meta({ description: "The round in which it was said" }),
    index: z.int().min(0).meta({
      description: "Position in the round, from 1; an interjection has that of the turn it stands behind, or 0",
    }),
    phase: TurnPhase,
    targetId,
    to: line.optional().meta({ description: "Of an interjection: the only participant who is shown it" }),
    text: prose.meta({ description: "What was said" }),
    critique: Critique.optional().meta({ description: "Of a skeptic's turn: what its text was made from" }),
    answer: GivenAnswer.optional().meta({ description: "Of a question: what the turn's text was made from" }),
    boughtBy: line.optional().meta({
      description:
        "The experiment that bought this answer once, for all its arms. Usage and cost stand in this debate's sums too",
    }),
    conclusion: ConclusionText.nullable().optional().meta({
      description: "Of a synthesizer's turn: the conclusion that it wrote with its answer; null: it was faulty twice",
    }),
    status: z.enum(["whole", "failed"]).meta({ description: "`failed`: the turn has no text that counts" }),
    isCutOff: z.literal(true).optional().meta({
      description:
        "Present when its model was cut off at its limit of output tokens, twice: its last words are missing",
    }),
    promptCut: z
      .object({
        counted: z.int().meta({ description: "Tokens of the prompt, by our count" }),
        read: z.int().meta({ description: "Tokens of it, by the provider's count" }),
      })
      .optional()
      .meta({
        description:
          "Present when the provider counted so few tokens of the prompt that its server seems to have left a part out",
      }),
    model: line.meta({ description: "The model that spoke" }),
    usage: Usage,
    costUsd: Money,
    latencyMs: z.int().meta({ description: "From the request to the last token, milliseconds" }),
    firstTokenMs: z
      .int()
      .nullable()
      .meta({ description: "From the request to the first token, milliseconds; null: unknown" }),
    attempt: z.int().min(1).meta({ description: "The attempt that succeeded, from 1" }),
    promptSha256: line.meta({ description: "SHA-256 of the prompt that was sent, hexadecimal" }),
    context: TurnContext.optional(),
    citations: list(Citation, 10_000)
      .optional()
      .meta({ description: "Checked by the code; missing when nothing is cited" }),
    citationsChecked: z.literal(false).optional().meta({
      description:
        "Present when the code could not check what the turn cites: the check failed, was cut short, or would have taken too long",
    }),
    tools: list(ToolUse, 100).optional().meta({ description: "What was looked up for it; missing: nothing" }),
    unreachable: list(UnreachableServer, 10).optional().meta({
      description: "MCP servers of its tools that could not be reached; missing: none",
    }),
    repetition: TurnRepetition.nullable().optional().meta({
      description: "Measured by the code: the earlier turn that it repeats; null: none; missing: not measured",
    }),
    embedding,
    at: timestamp,
  })
  .meta({ id: "Turn", description: "What one participant said" });
export type Turn = z.infer<typeof Turn>;
