/** Turns, with their citations and exhibits. */
import { z } from "zod";
import { line, list, prose } from "../request/bounds.ts";
import { recordId } from "./ids.ts";
import { embedding, TurnRepetition } from "./repetition.ts";
import { Money, timestamp, Usage } from "./spend.ts";

export const Exhibit = z
  .object({
    id: line.meta({ examples: ["E1"] }),
    title: line,
    text: prose,
    source: line.optional(),
  })
  .meta({ id: "Exhibit" });
export type Exhibit = z.infer<typeof Exhibit>;

export const Citation = z
  .object({
    ref: line.nullable().meta({
      description: "An exhibit (`E1`), or the turn that is quoted; null: a quotation of nobody in particular",
    }),
    quoted: prose.nullable().meta({ description: "The words in quotation marks; null: a reference alone" }),
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
    critique: prose,
    issues: list(z.object({ severity: z.enum(SEVERITIES), description: prose }), 10_000),
    score: z.number().min(0).max(10).meta({ description: "How good the proposal is, 0–10" }),
    readyForSynthesis: z.boolean(),
  })
  .meta({ id: "Critique", description: "What a skeptic found in a proposal" });
export type Critique = z.infer<typeof Critique>;

/** What the speaker was shown, from which the prompt is rebuilt. */
const TurnContext = z
  .object({
    strategy: z.enum(["all", "truncate", "window", "summarize"]),
    seen: z.int().min(0).meta({ description: "It was shown the turns of its round below this index" }),
    tokens: z.int().meta({ description: "Of the prompt by our count, its margin included" }),
    summaryId: line.optional().meta({ description: "The summary that stood for the older turns" }),
    leftOut: z.int().optional().meta({ description: "So many turns were left out" }),
  })
  .meta({ id: "TurnContext" });
export type TurnContext = z.infer<typeof TurnContext>;

export const Turn = z
  .object({
    id: recordId.meta({ description: "g<generation>-r<round>-t<index>", examples: ["g1-r2-t1"] }),
    participantId: line,
    participant: line.meta({ description: "The participant's name" }),
    round: z.int().min(0),
    index: z.int().min(0).meta({
      description: "Position in the round, from 1; an interjection has that of the turn it stands behind, or 0",
    }),
    phase: TurnPhase,
    targetId: line.optional(),
    to: line.optional().meta({ description: "Of an interjection: the only participant who is shown it" }),
    text: prose,
    critique: Critique.optional().meta({ description: "Of a skeptic's turn: what its text was made from" }),
    status: z.enum(["whole", "failed"]),
    model: line,
    usage: Usage,
    costUsd: Money,
    latencyMs: z.int().meta({ description: "From the request to the last token, milliseconds" }),
    firstTokenMs: z.int().nullable(),
    attempt: z.int().min(1),
    promptSha256: line.meta({ description: "SHA-256 of the prompt that was sent, hexadecimal" }),
    context: TurnContext.optional(),
    citations: list(Citation, 10_000)
      .optional()
      .meta({ description: "Checked by the code; missing when nothing is cited" }),
    citationsChecked: z.literal(false).optional().meta({
      description:
        "Present when the code could not check what the turn cites: the check failed, was cut short, or would have taken too long",
    }),
    repetition: TurnRepetition.nullable().optional().meta({
      description: "Measured by the code: the earlier turn that it repeats; null: none; missing: not measured",
    }),
    embedding,
    at: timestamp,
  })
  .meta({ id: "Turn" });
export type Turn = z.infer<typeof Turn>;
