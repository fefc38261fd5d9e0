/** What a council leaves: each member's ranking of the others' answers, and what the chair wrote over them. */
import { z } from "zod";
import { dictionary, line, list, prose, texts } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { billed } from "./spend.schema.ts";

/** As many as a debate has participants. */
const MOST_MEMBERS = 8;

const places = list(list(line, MOST_MEMBERS), MOST_MEMBERS).meta({
  description: "Ids of participants, the best first; those of one place are equally good. Nobody ranks itself",
});
const reasons = dictionary(prose, MOST_MEMBERS).meta({
  description: "By participant: in one sentence, why its answer has that place",
});

export const Ranking = z
  .object({
    id: recordId.meta({ description: "The record's id", examples: ["g1-r2-ranking-1"] }),
    participantId: line.meta({ description: "Who ranked" }),
    round: z.int().min(1).meta({ description: "The round in which it was cast" }),
    model: line.meta({ description: "The model that ranked, `provider/model`" }),
    places,
    reasons,
    ...billed,
  })
  .meta({ id: "Ranking", description: "How a member of a council ranks the others' answers, blind" });
export type Ranking = z.infer<typeof Ranking>;

export const Standing = z
  .object({
    participantId: line.meta({ description: "Whose answer it is" }),
    turnId: line.meta({ description: "The turn that was ranked" }),
    points: z.number().min(0).meta({
      description: "Borda: the last place counts 0, each place above it one more; tied places share the mean",
    }),
    mean: z.number().min(0).nullable().meta({ description: "Points per ranking it is in; null: it is in none" }),
    place: z
      .int()
      .min(1)
      .nullable()
      .meta({ description: "By the mean, from 1; equal means share a place; null: nobody ranked it" }),
  })
  .meta({ id: "CouncilStanding", description: "Where an answer stands in the rankings" });
export type Standing = z.infer<typeof Standing>;

export const Council = z
  .object({
    answer: prose.meta({ description: "The council's answer, written by the chair" }),
    consensus: texts.meta({ description: "What the members agree on" }),
    contradictions: texts.meta({ description: "Where they contradict one another" }),
    onlyOne: list(
      z.object({
        participantId: line.meta({ description: "Who saw it" }),
        point: prose.meta({ description: "What only this member saw" }),
      }),
      10_000,
    ).meta({ description: "What only one of them saw" }),
    blindSpots: texts.meta({ description: "What none of them saw" }),
    ranking: list(Standing, MOST_MEMBERS).meta({
      description: "The answers by their mean, the best first; empty when nobody ranked",
    }),
    rankings: list(z.object({ by: line.meta({ description: "Who ranked" }), places, reasons }), MOST_MEMBERS).meta({
      description: "Each ranking that was cast",
    }),
    synthesizedBy: line.meta({ description: "The chair's model" }),
  })
  .meta({ id: "Council", description: "What the chair made of a council's answers and rankings" });
export type Council = z.infer<typeof Council>;
