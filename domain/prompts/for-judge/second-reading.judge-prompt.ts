/** The second judge's reading of claims that one judge reads as contradicted: its prompt, and how the reply is read. */
import { z } from "zod";
import type { DisputedClaim } from "../../rules/claims/second-reading.ts";
import { createSurroundings } from "../../rules/claims/surroundings.ts";
import { allExhibits } from "../../rules/exhibits/found.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { type ConfirmedClaims, READINGS } from "../../shapes/schemas/claims.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import { filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { ASK_FOR_JSON, houseRules, MEND_JSON } from "../parts/frame.prompt-part.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";

/** The last block of the prompt begins with this. */
const READ_AGAIN = "Compare each claim above with the passages that stand with it";

interface SecondReadingInput {
  config: DebateConfig;
  /** In the order shown, with labels for names. */
  disputed: DisputedClaim[];
  faults?: string[] | undefined;
}

/** It shows neither who claimed something, nor what the first judge reads in the passages, nor the transcript. */
export function buildSecondReadingPrompt({ config, disputed, faults = [] }: SecondReadingInput): Prompt {
  const fences = fencesOf(config);
  const { fence } = fences;
  const around = createSurroundings(allExhibits(config));
  const claims = disputed.map(({ check: { claim, quotes } }, i) => {
    const passages = quotes.flatMap((quote) => {
      const more = around(quote);
      return [`${quote.ref} says: "${quote.text}"`, ...(more === null ? [] : [`${quote.ref}, around it: "${more}"`])];
    });
    return fence("claim", [claim, ...passages].join("\n"), { number: i + 1 });
  });
  const ask = [TASK, ASK_FOR_JSON, ...stricter(faults, { ...fences, ending: MEND_JSON })].join("\n");
  return {
    system: [ROLE, ...houseRules(config)].join("\n\n"),
    messages: [{ role: "user", content: [fence("topic", config.topic), ...claims, ask] }],
    output: outputSchema("second_reading", schema),
    source: "built-in",
  };
}

const ROLE =
  "You compare claims that were made in a debate with passages of the debate's exhibits. You rule on nothing else, and you are not told who made a claim.";

const TASK = `${READ_AGAIN}, by itself, and say what they say of it.
- claim: its number.
- why: in one sentence, how the passages settle it, or what is missing.
- says: supports, when they show that the claim is true; contradicts, when they and the claim cannot both be true; nothing, when they show neither.
The code has found each passage word for word in its exhibit. That it is about the same matter settles nothing, and what you know yourself does not count.`;

const schema = z.strictObject({
  readings: z.array(z.strictObject({ claim: z.number(), why: filled, says: z.enum(READINGS) })),
});

/** Each claim is read once. Returns the readings by the claims' places among all that were checked. */
export function readSecondReading(text: string, disputed: DisputedClaim[]): Reading<ConfirmedClaims["readings"]> {
  const reading = readAnswer(text, { schema, check: (raw) => numberFaults(raw, disputed.length) });
  if (!reading.ok) return reading;
  const value = reading.value.readings.flatMap(({ claim, ...said }) => {
    const { place } = disputed[claim - 1] ?? {};
    return place === undefined ? [] : [{ place, ...said }];
  });
  return { ok: true, value: value.toSorted((a, b) => a.place - b.place) };
}

/** `raw` may have any shape: the schema's own faults are listed beside these. */
function numberFaults(raw: unknown, count: number): string[] {
  const { readings } = (raw ?? {}) as { readings?: unknown };
  if (!Array.isArray(readings)) return [];
  const numbers = readings.map((reading: { claim?: unknown } | null) => reading?.claim);
  const wanted = Array.from({ length: count }, (_, i) => i + 1);
  const isEachOnce = numbers.length === count && wanted.every((number) => numbers.includes(number));
  return isEachOnce ? [] : [`readings must have each claim from 1 to ${count} once, and no other.`];
}
