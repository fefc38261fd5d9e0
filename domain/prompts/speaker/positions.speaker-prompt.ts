/**
 * Assigning positions (docs/design/debate.md#16-positions): the prompt, the reply's schema, and how the reply is read.
 */
import { z } from "zod";
import { wordKey } from "../../base/text/normalise-text.ts";
import type { Diversity } from "../../shapes/schemas/positions.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import type { Fences } from "../fences/marks.ts";
import { filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { subject } from "../parts/facts.prompt-part.ts";
import { ASK_FOR_JSON, houseRules } from "../parts/frame.prompt-part.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";

/** A participant without a position; with `fixed`, only without a persona. */
interface Seat {
  name?: string;
  fixed?: string;
}

interface PositionsPromptInput {
  topic: string;
  context?: string | undefined;
  /** Left out: the topic's. */
  language?: string | undefined;
  diversity: Diversity;
  seats: Seat[];
  /** Positions of the other participants. */
  given: { name: string; position: string }[];
  /** Missing: plain marks. */
  fenceKey?: string | undefined;
  /** What was wrong with the last answer. */
  faults?: string[];
}

export type PositionsReading = z.infer<typeof schema>;

const INTRO = `You prepare a debate between language models: you find the positions that its speakers will argue for.
- Real tension: whoever holds one position must have reasons to reject the others. Different wording is not enough.
- Defensible: a knowledgeable and honest person could hold each of them.
- No straw men: none is there only to be beaten.
- Balanced difficulty: each is about as hard to argue for as the others.`;

const DIVERSITY: Record<Diversity, string> = {
  binary: "The positions are opposed: what one affirms, the other denies.",
  spectrum:
    "The positions are spread along one axis, evenly and in order from one end to the other. Name the axis in reasoning.",
  "multi-perspective":
    "The positions look at the topic from different angles: each rests on another kind of concern, value or expertise.",
};

/** The last block of the prompt begins with this. */
export const ASSIGN = "Find the positions";

/** Shown in a seat that has no position yet. */
export const TO_FIND = "(a position is to be found)";

export function buildPositionsPrompt(input: PositionsPromptInput): Prompt {
  const { topic, context, fenceKey, given } = input;
  const fences = fencesOf(input);
  const { fence } = fences;
  const facts = [
    ...subject("The topic of the debate:", { topic, context, fenceKey }),
    ...(given.length > 0 ? ["Positions that are given already:"] : []),
    ...given.map(({ name, position }) => fence("participant", position, { name }).trimEnd()),
    ...seated(input.seats, fences),
    "",
  ].join("\n");
  return {
    system: [INTRO, ...houseRules(input)].join("\n\n"),
    messages: [{ role: "user", content: [facts, task(input, fences)] }],
    output: OUTPUT,
    source: "built-in",
  };
}

/** Names and fixed positions are the owner's text, so they are fenced. */
function seated(seats: Seat[], { fence }: Fences): string[] {
  if (!seats.some(({ name }) => name !== undefined)) return [];
  const lines = seats.map(({ name = "", fixed }, i) =>
    fence("participant", fixed ?? TO_FIND, { seat: i + 1, name }).trimEnd(),
  );
  return ["The seats to fill, in this order:", ...lines];
}

const BAD = `An example, on whether schools should ban phones. Bad: "Phones are bad", "Phones are good", "It depends": slogans, and a position that answers nothing.`;

/** Good positions, as many and as far apart as is asked for. */
const GOOD: Record<Diversity, string> = {
  binary: `"Yes, ban them all day: attention is what pupils come for", "No, teach with them: what is banned is not learnt".`,
  spectrum: `"Ban them all day: attention is what pupils come for", "Keep them in the bag in class, free in breaks: each has its time", "Teach with them in every lesson: what is banned is not learnt".`,
  "multi-perspective": `"Ban them in class: attention is what pupils come for", "Teach with them: what is banned is not learnt", "Leave it to each school: the evidence differs by age".`,
};

const OPPOSED =
  "Where the topic is a question of yes or no, one position answers yes and the other no, in its first words.";

/** More than two are never only for and against. */
function isOpposed({ diversity, seats, given }: Pick<PositionsPromptInput, "diversity" | "seats" | "given">): boolean {
  return diversity === "binary" && seats.length + given.length <= 2;
}

function exampleLines(input: PositionsPromptInput): string[] {
  const isWhole = input.diversity !== "binary" || isOpposed(input);
  const good = GOOD[isWhole ? input.diversity : "multi-perspective"];
  return [...(isOpposed(input) ? [OPPOSED] : []), `${BAD} Good: ${good}`];
}

function task(input: PositionsPromptInput, fences: Fences): string {
  const { diversity, seats, given, faults = [] } = input;
  const fixed = seats.flatMap((seat, i) => (seat.fixed === undefined ? [] : [i + 1]));
  return [
    `${ASSIGN}: exactly ${seats.length}, all different from one another and from those that are given.`,
    DIVERSITY[diversity],
    ...exampleLines(input),
    ...(seats.length + given.length > 2 ? ["More than two speak: find more than for and against."] : []),
    ...(fixed.length > 0
      ? [`The position of seat ${fixed.join(", ")} is fixed: repeat it, and find a persona that nobody else has.`]
      : []),
    "- position: one or two sentences that say what the speaker holds, without a name.",
    "- persona: who argues so: background, concern and manner, in one or two sentences, without a name.",
    "- keyArguments: three to five of the strongest arguments for the position, one sentence each.",
    "- reasoning: why these positions, and where the tension between them lies.",
    ASK_FOR_JSON,
    ...stricter(faults, { ...fences, ending: "Mend every fault, and write nothing but the JSON object." }),
  ].join("\n");
}

/** Characters; the same limit as for positions and personas in a request. */
const LONGEST = 2_000;
const short = filled.refine((text) => text.length <= LONGEST, `must not be longer than ${LONGEST} characters`);

const schema = z.strictObject({
  reasoning: filled,
  positions: z.array(z.strictObject({ position: short, persona: short, keyArguments: z.array(short) })),
});
const OUTPUT = outputSchema("positions", schema);

/** Requires one position for each seat, all different by their words; letter case and punctuation are ignored. */
export function readPositions(
  text: string,
  { seats, given }: Pick<PositionsPromptInput, "seats" | "given">,
): Reading<PositionsReading> {
  return readAnswer(text, {
    schema,
    check: (raw) => {
      const list = (raw as { positions?: unknown } | null)?.positions;
      if (!Array.isArray(list)) return [];
      if (list.length !== seats.length)
        return [`There must be exactly ${seats.length} positions, and there are ${list.length}.`];
      return repetitions(list, { seats, given });
    },
  });
}

function repetitions(list: unknown[], { seats, given }: Pick<PositionsPromptInput, "seats" | "given">): string[] {
  const said = new Map(given.map(({ name, position }) => [`position ${wordKey(position)}`, `that of ${name}`]));
  return list.flatMap((entry, i) => {
    // A fixed position may be shared with a partner, a persona may not.
    const field = seats[i]?.fixed === undefined ? "position" : "persona";
    const value = (entry as Record<string, unknown> | null)?.[field];
    if (typeof value !== "string") return [];
    const key = `${field} ${wordKey(value)}`;
    const same = said.get(key);
    said.set(key, same ?? `number ${i + 1}`);
    return same === undefined ? [] : [`The ${field} number ${i + 1} is the same as ${same}: all must differ.`];
  });
}
