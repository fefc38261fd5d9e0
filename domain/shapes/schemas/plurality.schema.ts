/** What the answers to a question come to: counted by the code, round by round. */
import { z } from "zod";
import { AnswerForm } from "./answer-form.ts";
import { line, list, prose } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { LIMITS } from "./limits.schema.ts";
import { billed } from "./spend.schema.ts";

/** Participants × rounds. */
const MOST_ANSWERS = 400;
const count = z.int().min(0);
const share = z.number().min(0).max(1);
const isRight = z.boolean().nullable();

const counted = {
  answer: prose.nullable().meta({
    description:
      "The answer that most gave, or that weighs most where weights are given; null: a tie, or nobody answered",
  }),
  tied: list(prose, MOST_ANSWERS).optional().meta({ description: "Of a tie: the answers that equally many gave" }),
  share: share.nullable().meta({ description: "Its share of the answers; of a tie, that of each; null: no answers" }),
};

export const RoundOfAnswers = z
  .object({
    round: count.meta({ description: "The round" }),
    ...counted,
    groups: list(
      z.object({
        answer: prose.meta({ description: "The answer; of a group of texts, what they have in common" }),
        count: count.meta({ description: "How many gave it" }),
      }),
      MOST_ANSWERS,
    ).meta({ description: "All answers of the round, the most frequent first" }),
    given: list(
      z.object({
        participantId: line.meta({ description: "Who answered" }),
        turnId: recordId.meta({ description: "The turn with the reasons" }),
        answer: prose.meta({ description: "The answer as it counts: the name of its group" }),
        confidence: z.number().meta({ description: "The participant's own, 0–100" }),
        right: isRight.meta({ description: "null: the right answer is not known" }),
      }),
      MOST_ANSWERS,
    ).meta({ description: "Each participant's answer, in the order of the request" }),
  })
  .meta({ id: "RoundOfAnswers", description: "The answers of one round, counted" });
export type RoundOfAnswers = z.infer<typeof RoundOfAnswers>;

const Voted = z
  .object({
    way: z.enum(["vote", "debate"]).meta({
      description:
        "`vote`: the answers alone decided; `debate`: they were close, and those who differed answered again",
    }),
    most: count.meta({ description: "The most answers that it might buy" }),
    stopAt: z.number().meta({ description: "The probability from which on its leader was safe" }),
    bought: count.meta({ description: "How many answers it asked for" }),
    probability: z.number().min(0).max(1).meta({
      description: "That its leader is ahead of the runner-up in truth, by the answers that it bought",
    }),
    lead: share.meta({ description: "The share of these answers by which the leader is ahead of the runner-up" }),
    debated: count.meta({ description: "Answers that were given in the debate after it" }),
    settled: z.boolean().optional().meta({
      description:
        "Where it was debated: more than half of the last answers are the same, so it is the answer; false: the vote counts as it stood",
    }),
    saved: z
      .object({
        answers: count.meta({ description: "Answers that it did not have to buy" }),
        calls: count.meta({
          description: "These, and the turns of the debate that were not held, two a round at least",
        }),
        costUsd: z.number().min(0).nullable().meta({
          description: "What these calls would have cost at what an answer cost on average; null: a price is unknown",
        }),
      })
      .meta({ description: "Against buying all answers and debating them to the last round" }),
  })
  .meta({ id: "Voted", description: "How a vote ended whose answers are bought one after the other" });

export const Plurality = z
  .object({
    answers: AnswerForm,
    ...counted,
    asked: count.meta({
      description:
        "How many participants were asked. Of a vote, how many answers it asked for, or for how many somebody debated",
    }),
    answered: count.meta({
      description:
        "How many gave an answer; each one's newest counts. Of a vote, all that it bought, or the debate's last",
    }),
    rounds: list(RoundOfAnswers, LIMITS.rounds).meta({ description: "The same by round" }),
    vote: Voted.optional().meta({ description: "Only where the request has a vote" }),
    expected: z
      .object({
        answer: prose.meta({ description: "The known answer, as the request gave it" }),
        right: isRight.meta({ description: "The answer of most is this one; null: a tie" }),
        moves: z
          .object({
            wrongToRight: count.meta({ description: "Wrong in the first round, right in the last" }),
            rightToWrong: count.meta({ description: "Right in the first round, wrong in the last" }),
            stayedRight: count.meta({ description: "Right in both" }),
            stayedWrong: count.meta({ description: "Wrong in both" }),
          })
          .meta({ description: "Where participants went from their first answer to their newest" }),
      })
      .optional()
      .meta({ description: "Only where the request gave the known answer" }),
  })
  .meta({ id: "Plurality", description: "What the answers come to, counted by the code" });
export type Plurality = z.infer<typeof Plurality>;

export const AnswerGroups = z
  .object({
    id: recordId.meta({ description: "The record's id", examples: ["g1-groups"] }),
    groups: list(
      z.object({
        answer: prose.meta({ description: "What its answers have in common, in one sentence" }),
        members: list(prose, MOST_ANSWERS).meta({ description: "The answers, as they were given" }),
      }),
      MOST_ANSWERS,
    ).meta({ description: "Answers that say the same" }),
    model: line.meta({ description: "The model that grouped them, blind" }),
    ...billed,
  })
  .meta({ id: "AnswerGroups", description: "Answers in free text, grouped by what they say" });
export type AnswerGroups = z.infer<typeof AnswerGroups>;
