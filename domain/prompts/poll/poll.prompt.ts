/**
 * A participant is asked aside what it holds: the prompt, the reply's schema, and how the reply is read. The model is shown
 * the exchange as this participant sees it, and neither its position nor its persona.
 */
import { z } from "zod";
import { allExhibits } from "../../rules/exhibits/found.ts";
import { protocolOf } from "../../rules/protocols/registry.protocol.ts";
import { type View, verbatim } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { MOST_REASONS, type Poll } from "../../shapes/schemas/poll.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import { between, filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { exhibitsOf } from "../parts/exhibits.prompt-part.ts";
import { clarifiedFacts, subject } from "../parts/facts.prompt-part.ts";
import { ASK_FOR_JSON, houseRules, MEND_JSON } from "../parts/frame.prompt-part.ts";
import { type OlderView, perspective } from "../parts/perspective.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";
import { type Block, conversation, messagesOf, recap, visibleTurns } from "../parts/transcript.prompt-part.ts";

interface PollInput {
  config: DebateConfig;
  /** Those that the participant may see. */
  turns: Turn[];
  round: number;
  participantId: string;
  faults?: string[] | undefined;
  /** Of a dialectic agent's own view of earlier rounds. */
  summary?: OlderView | undefined;
  view?: View | undefined;
}

type PollReading = Pick<Poll, "answer" | "stance" | "confidence" | "reasons" | "cause">;

/** The last block of the prompt begins with this. */
export const SAY_ASIDE = "Say aside what you hold";

const ASIDE = `You are asked aside, in private, about an exchange between several speakers. Where your own turns stand in it, they are yours.
- Answer out of your part: say what you yourself hold now, whatever you had to argue for.
- Nobody in the exchange is shown your answer, now or later, and it is not judged.
- Do not move to be polite or to go with the others, and do not stay to be consistent. Without a reason there is no need to move.`;

export function buildPollPrompt(input: PollInput): Prompt {
  const { config, round, faults = [] } = input;
  const fences = fencesOf(config);
  const facts = [...subject("The topic:", config), ...exhibitsOf(config), ...clarifiedFacts(config), ""].join("\n");
  const task = [taskOf(config, round), ASK_FOR_JSON, ...stricter(faults, { ...fences, ending: MEND_JSON })].join("\n");
  return {
    system: [ASIDE, ...houseRules(config)].join("\n\n"),
    messages: messagesOf([{ role: "user", text: facts }, ...heard(input), { role: "user", text: task }]),
    output: outputSchema("private_answer", schema),
    source: "built-in",
  };
}

/** The exchange as the participant sees it in its turns. */
function heard({ config, turns, round, participantId, summary, view }: PollInput): Block[] {
  const seen = visibleTurns(turns);
  if (config.dialectic) return perspective(seen, { participantId, round, config, summary, view });
  const fences = fencesOf(config);
  const said = conversation(verbatim(seen, view), { participantId, mode: config.mode, fences });
  return [...recap(view, fences).map((text): Block => ({ role: "user", text })), ...said];
}

/** One scale for all participants and rounds, so that stances can be compared. */
const SCALES = {
  topic:
    "how far you hold the topic, read as one statement. 0: wholly no; 50: undecided; 100: wholly yes. A question is read as its yes, a choice as the first thing that it names. Any other topic is read as what its first speaker argued for in round 1: before that, say 50.",
  proposals:
    "how far what is proposed so far, taken together, answers the topic. 0: not at all; 100: nothing that matters is missing or wrong.",
};

function taskOf(config: DebateConfig, round: number): string {
  const when = round === 0 ? "before anybody has spoken" : `now that round ${round} is over`;
  const cause =
    round === 0
      ? "the number of the one exhibit that weighs most with you; null when there is none."
      : "the id of the one turn, or the number of the one exhibit, that moved you since you were last asked; null when you have not moved, or when none of them moved you.";
  return `${SAY_ASIDE}, ${when}.
- reasons: what weighs most with you, at most ${MOST_REASONS}, each in one short sentence. Where the exchange has words for it, use them.
- answer: what you hold, in one sentence.
- stance: 0 to 100, ${SCALES[protocolOf(config).stanceOn ?? "topic"]}
- confidence: 0 to 100, how sure you are of that.
- cause: ${cause}`;
}

const schema = z.strictObject({
  reasons: z
    .array(filled)
    .refine(
      ({ length }) => length > 0 && length <= MOST_REASONS,
      `must be one reason at least and ${MOST_REASONS} at most`,
    ),
  answer: filled,
  stance: between(0, 100),
  confidence: between(0, 100),
  cause: z.string().nullable(),
});

/** A cause must be the id of a turn or an exhibit that exists. `turns`: those that the participant may see. */
export function readPoll(text: string, { config, turns }: Pick<PollInput, "config" | "turns">): Reading<PollReading> {
  const causes = [...visibleTurns(turns), ...allExhibits(config)].map(({ id }) => id);
  return readAnswer(text, { schema, check: (raw) => strange(raw, causes) });
}

function strange(raw: unknown, causes: string[]): string[] {
  const { cause } = (raw ?? {}) as Partial<Record<string, unknown>>;
  if (typeof cause !== "string" || causes.includes(cause)) return [];
  return [`cause must be the id of one turn, the number of one exhibit, or null, not "${cause.slice(0, 40)}".`];
}
