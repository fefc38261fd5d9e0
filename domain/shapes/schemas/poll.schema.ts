/** What participants answer in private after a round, and what the code measures of these answers. */
import { z } from "zod";
import { line, list, prose } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { billed } from "./spend.schema.ts";

/** Reasons of one private answer, at most. */
export const MOST_REASONS = 3;

const CauseKind = z.enum(["turn", "own", "exhibit"]);
export type CauseKind = z.infer<typeof CauseKind>;

const stance = z.number().min(0).max(100);
const round = z.int().min(0);

export const Poll = z
  .object({
    id: recordId.meta({ description: "The record's id", examples: ["g1-r1-poll-1"] }),
    participantId: line.meta({ description: "Whose answer it is" }),
    round: round.meta({ description: "The round after which it was asked; 0: before round 1" }),
    model: line.meta({ description: "The model, `provider/model`" }),
    answer: prose.meta({ description: "What it holds, in one sentence" }),
    stance: stance.meta({
      description:
        "0–100: how far it holds the topic, read as a statement; where proposals are worked out, how far they solve the problem",
    }),
    confidence: z.number().min(0).max(100).meta({ description: "How sure it is of that, 0–100" }),
    reasons: list(prose, MOST_REASONS).meta({ description: "What weighs most with it" }),
    cause: line.nullable().meta({
      description: "The id of the turn or exhibit that moved it since it was last asked; null: none did",
    }),
    causeKind: CauseKind.nullable().meta({
      description: "A `turn` of somebody else, its `own` turn, an `exhibit`; null: no cause",
    }),
    ...billed,
  })
  .meta({ id: "Poll", description: "A participant's private answer, which nobody in the debate is shown" });
export type Poll = z.infer<typeof Poll>;

const changes = z.int().min(0);

export const Conformity = z
  .object({
    id: recordId.meta({ description: "The id of the measurement", examples: ["g1-r1-conformity"] }),
    round: round.meta({ description: "The round after which the answers were given; 0: before round 1" }),
    stances: list(
      z.object({
        participantId: line.meta({ description: "Whose stance it is" }),
        stance: stance.meta({ description: "Its stance, 0–100" }),
        change: z.number().nullable().meta({ description: "Since its last private answer; null: this is the first" }),
      }),
      20,
    ).meta({ description: "Of each participant that answered" }),
    meanChange: z.number().nullable().meta({
      description: "Mean amount of the changes in this round; null with fewer than two changes to compare",
    }),
    spread: z
      .number()
      .nullable()
      .meta({ description: "From the lowest stance to the highest; null with fewer than two" }),
    largeChanges: changes.meta({ description: "Changes of 15 or more so far, in this round and all before it" }),
    caused: changes.meta({ description: "Of these, how many name a turn of somebody else or an exhibit" }),
    overlap: z.number().min(0).max(1).nullable().meta({
      description: "How far the reasons of two participants have the same words, on average; null with fewer than two",
    }),
    stable: z.boolean().meta({ description: "The mean change is 5 or less in this round and in the one before it" }),
    hollow: z.boolean().meta({ description: "The stances agree, and do not rest on reasons: see `hollowBecause`" }),
    hollowBecause: list(z.enum(["uncaused_changes", "reasons_differ"]), 2).meta({
      description:
        "`uncaused_changes`: under half of the large changes name an outside cause; `reasons_differ`: the overlap is below 0.34",
    }),
  })
  .meta({ id: "Conformity", description: "What the private answers after a round show, as the code counts it" });
export type Conformity = z.infer<typeof Conformity>;
