/** What a participant says, and what of it is checked. */
import { z } from "zod";
import { Money, timestamp, Usage } from "./spend.ts";

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
