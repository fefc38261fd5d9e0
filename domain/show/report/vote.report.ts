/** How a vote ended whose answers are bought one after the other, in sentences. Browsers get this file too. */

import type { Words } from "../../base/words/english.words.ts";
import { money, percent } from "../../base/words/figures.words.ts";
import type { Plurality } from "../../shapes/schemas/plurality.schema.ts";

type Voted = NonNullable<Plurality["vote"]>;

export function voteLines(vote: Voted, words: Words): string[] {
  return [wayLine(vote, words), ...savedLine(vote, words)];
}

function wayLine({ settled, bought, most, probability, stopAt }: Voted, words: Words): string {
  const { say } = words;
  const isSafe = probability >= stopAt;
  const counts = { bought, most, probability: percent(probability, 1, words) };
  if (settled === true)
    return say("After {bought} answers the vote was close, so those who differed debated, and they now agree.", counts);
  if (settled === false)
    return say(
      "After {bought} answers the vote was close, so those who differed debated. They did not agree, so the vote counts.",
      counts,
    );
  return say(
    isSafe
      ? "The vote was safe after {bought} of at most {most} answers: by them its leader is ahead with a probability of {probability}."
      : "The vote ended after {bought} of at most {most} answers: by them its leader is ahead with a probability of {probability}.",
    counts,
  );
}

function savedLine({ saved: { calls, costUsd } }: Voted, words: Words): string[] {
  const { say } = words;
  if (calls === 0) return [];
  if (costUsd === null || costUsd === 0) return [say("That saved {calls} calls.", { calls })];
  return [say("That saved {calls} calls, about {cost}.", { calls, cost: money(costUsd, words) })];
}
