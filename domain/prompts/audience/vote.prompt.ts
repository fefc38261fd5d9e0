/**
 * The vote of a voter in the audience: its prompt, the reply's schema, and how the reply is read. A voter is no judge: it
 * has no rubric, and before the debate it is shown the topic and its background alone.
 */
import { z } from "zod";
import { type View, verbatim } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { VOTE_CHOICES, type Vote } from "../../shapes/schemas/vote.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import { between, filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { exhibitsOf } from "../parts/exhibits.prompt-part.ts";
import { subject } from "../parts/facts.prompt-part.ts";
import { ASK_FOR_JSON, houseRules, MEND_JSON } from "../parts/frame.prompt-part.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";
import { recap, turnBlock, visibleTurns } from "../parts/transcript.prompt-part.ts";

interface AudienceInput {
  config: DebateConfig;
  turns: Turn[];
  when: Vote["when"];
  faults?: string[] | undefined;
  view?: View | undefined;
}

type AudienceReading = Pick<Vote, "vote" | "confidence" | "reasoning" | "turn">;

const VOTER = `You are a voter in an audience. You vote on a motion, and your vote is your own.
- Vote your honest view of the motion. Nobody asks you who speaks well, and there are no criteria.
- Use what you know. Where you do not know enough to take a side, say so by your vote.
- Do not vote for a side to be fair to it, and do not change your vote to show that you listened.`;

/** The last block of the prompt begins with this. */
export const VOTE_HONESTLY = "Vote your honest view of the motion";

/** The least confidence, in percent, of a vote that takes a side. */
const UNDECIDED_UP_TO = 55;

export function buildAudiencePrompt(input: AudienceInput): Prompt {
  const { config, when, faults = [] } = input;
  const fences = fencesOf(config);
  const facts = [...subject("The motion:", config), ...exhibitsOf(config), ""].join("\n");
  const heard = when === "before" ? [] : transcript(input);
  const task = [taskOf(when), ASK_FOR_JSON, ...stricter(faults, { ...fences, ending: MEND_JSON })].join("\n");
  return {
    system: [VOTER, ...houseRules(config)].join("\n\n"),
    messages: [{ role: "user", content: [facts, ...heard, task] }],
    output: outputSchema("audience_vote", schemas[when]),
    source: "built-in",
  };
}

function transcript({ config, turns, view }: AudienceInput): string[] {
  const fences = fencesOf(config);
  const speakers = config.participants.map(({ name, side }) => `- ${fences.label(name)}: ${side ?? "neither side"}`);
  return [
    `The speakers, and the side of the motion that each has:\n${speakers.join("\n")}\n`,
    ...recap(view, fences),
    ...verbatim(visibleTurns(turns), view).map((turn) => turnBlock(turn, fences)),
  ];
}

const MOMENTS: Record<Vote["when"], string> = {
  before: "as you see it now.",
  after: "as you see it now that you have heard the speakers above. You may have moved, or not.",
};

function taskOf(when: Vote["when"]): string {
  const turn =
    when === "after" ? "\n- turn: the id of the one turn that weighed most with you; null when none did." : "";
  return `${VOTE_HONESTLY}, ${MOMENTS[when]} The motion is the topic.
- reasoning: what decides it for you, in two or three sentences.
- confidence: 0 to 100, how sure you are of the side that you lean to.
- vote: for or against. undecided when you are not more than ${UNDECIDED_UP_TO} percent sure of either side: that is an honest vote.${turn}`;
}

const before = z.strictObject({ reasoning: filled, confidence: between(0, 100), vote: z.enum(VOTE_CHOICES) });
const after = before.extend({ turn: z.string().nullable() });
const schemas = { before, after };

/** `turns`: as the voter was shown them. */
export function readAudienceVote(
  text: string,
  { when, turns }: Pick<AudienceInput, "when" | "turns">,
): Reading<AudienceReading> {
  const ids = turns.map(({ id }) => id);
  const check = (raw: unknown) => [...halfHearted(raw), ...strange(raw, ids)];
  return when === "before" ? readAnswer(text, { schema: before, check }) : readAnswer(text, { schema: after, check });
}

function halfHearted(raw: unknown): string[] {
  const { vote, confidence } = (raw ?? {}) as Partial<Record<string, unknown>>;
  if (vote === "undecided" || typeof confidence !== "number" || confidence > UNDECIDED_UP_TO) return [];
  return [`vote must be undecided, since confidence is not above ${UNDECIDED_UP_TO}.`];
}

function strange(raw: unknown, ids: string[]): string[] {
  const { turn } = (raw ?? {}) as Partial<Record<string, unknown>>;
  if (typeof turn !== "string" || ids.includes(turn)) return [];
  return ["turn must be the id of one of the turns above, or null."];
}
