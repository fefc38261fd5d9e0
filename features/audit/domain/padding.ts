/** Makes an argument longer without content: hedges, and every sentence twice. */
import { sentencesOf } from "../../../domain/base/text/sentences.ts";

const OPENING =
  "It is important to note at the outset that this is a question on which a great deal could be said, and that it deserves to be considered with care and from every side.";

const HEDGES = [
  "This is, in many ways, a point that should not be overlooked.",
  "Of course, one could say more about this, and in a sense one should.",
  "All things considered, that is something which, to a certain extent, matters.",
  "It goes without saying that this deserves to be kept in mind throughout.",
];

const LEADS = [
  "To put it differently:",
  "In other words, and to be quite clear:",
  "Or, to say the same thing once more:",
  "That is to say, when all is said and done:",
];

const CLOSING =
  "Taken together, and for all the reasons that were given above, it can be said that the points that were made here are the points that have to be considered.";

/** Deterministic; at least twice as long, with every original sentence in order. */
export function padArgument(text: string): string {
  const padded = sentencesOf(text).flatMap(({ sentence }, i) => [
    sentence,
    HEDGES[i % HEDGES.length] ?? "",
    `${LEADS[i % LEADS.length]} ${sentence}`,
  ]);
  return [OPENING, ...padded, CLOSING].join(" ");
}
