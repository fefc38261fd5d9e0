/**
 * What a debater is asked (spec §1.5).
 *
 * The system prompt holds the role, the rules and who the debater is; the first user block the facts of the debate;
 * then comes the transcript; the last block alone holds what changes from turn to turn. A custom system prompt
 * replaces role and rules only: who the debater is then stands among the facts.
 */
import type { DebateConfig, ParticipantConfig } from "../config.ts";
import { type View, verbatim } from "../context/view.ts";
import { isSpoken } from "../interjections.ts";
import type { TemplateHit } from "../retrieval.ts";
import type { Turn, TurnPhase } from "../schemas/turn.ts";
import type { TurnSpec } from "../steps.ts";
import { debateFacts, formatRules } from "./facts.ts";
import { escapeMarks, FENCE_RULE, label } from "./fence.ts";
import type { OutputSchema, Prompt } from "./prompt.ts";
import { stricter } from "./stricter.ts";
import { templateBlock } from "./templates.ts";
import { type Block, conversation, messagesOf, recap, turnBlock, visibleTurns } from "./transcript.ts";

export interface TurnPromptInput {
  config: DebateConfig;
  turn: TurnSpec;
  /** Turns so far. Failed ones and those beyond the turn's horizon are left out here. */
  turns: Turn[];
  totalRounds: number;
  /** What was wrong with the last answer: the debater is shown it and asked more strictly. */
  faults?: string[];
  /** Reasoning templates that were found for the debate. */
  templates?: TemplateHit[];
  /** What of the transcript is shown; all of it when left out. */
  view?: View | undefined;
}

/** What a speaker's part in a protocol adds to the frame that all turns share. */
export interface Voice {
  /** The beginning of the system prompt. */
  intro: string;
  manners: string;
  /** The lines of the last block, after the one that says whose turn it is. */
  task(at: TurnPromptInput & { me: ParticipantConfig; seen: Turn[] }): string[];
  output?: OutputSchema;
  /** What is asked for when the last answer was faulty. */
  ending?: string;
}

/**
 * The prompt of a debater's turn. Its blocks, but for the last, are what its next prompt begins with. Throws when the
 * turn's participant is not in the configuration.
 */
export function buildTurnPrompt(input: TurnPromptInput): Prompt {
  return assembleTurn(input, DEBATER);
}

/** The frame of every turn's prompt, with a voice in it. */
export function assembleTurn(input: TurnPromptInput, voice: Voice): Prompt {
  const { config, turn } = input;
  const me = requireParticipant(config, turn.participantId);
  const seen = visibleTurns(input.turns, turn.sees);
  if (config.promptLayout === "shared") return sharedTurn({ ...input, me, seen }, voice);
  const said = conversation(verbatim(seen, input.view), { participantId: me.id, mode: config.mode });
  return {
    system: me.systemPrompt ?? systemOf(config, me, voice),
    messages: messagesOf([
      { role: "user", text: openingBlock(config, me) + templateBlock(input.templates) },
      ...recap(input.view).map((text): Block => ({ role: "user", text })),
      ...said,
      { role: "user", text: instruction({ ...input, me, seen }, voice) },
    ]),
    ...(voice.output && { output: voice.output }),
    source: me.systemPrompt === undefined ? "built-in" : "custom",
  };
}

/**
 * One system prompt and one transcript for all, everyone a named speaker: who speaks now, and what is asked of it,
 * stands in the last block alone. So each request begins with the one before it, whoever made that.
 */
function sharedTurn(input: TurnPromptInput & { me: ParticipantConfig; seen: Turn[] }, voice: Voice): Prompt {
  const { config, me, seen, view, templates } = input;
  const facts = `${debateFacts(config)}${templateBlock(templates)}`;
  const part = me.systemPrompt ?? [voice.intro, voice.manners].join("\n\n");
  const task = [part, whoYouAre(me), instruction(input, voice)].join("\n\n");
  return {
    system: [SHARED, formatRules(config), FENCE_RULE].join("\n\n"),
    messages: [{ role: "user", content: [facts, ...recap(view), ...verbatim(seen, view).map(turnBlock), task] }],
    ...(voice.output && { output: voice.output }),
    source: me.systemPrompt === undefined ? "built-in" : "custom",
  };
}

const SHARED =
  "You speak in an exchange between several named speakers. What has been said so far comes first, each turn with its speaker's name. The last part says which of them you are now, how you speak and what is asked of you: speak as that one alone.";

export function requireParticipant(config: DebateConfig, id: string): ParticipantConfig {
  const found = config.participants.find((p) => p.id === id);
  if (!found) throw new Error(`there is no participant ${id} in this debate`);
  return found;
}

const MANNERS = `How to debate:
- Argue from your position and stay in character.
- Bring evidence: facts, examples, figures, reasoning that can be checked. Say so when you are not sure of a fact.
- Foresee the strongest objections to your case and meet them.
- Build on earlier rounds. Do not repeat yourself.
- Speak of the others by name. Never invent what an opponent said: rely only on what stands in the transcript.
- Write 2 to 4 paragraphs of plain prose, without headings, and do not put your name in front.`;

function systemOf(config: DebateConfig, me: ParticipantConfig, { intro, manners }: Voice): string {
  return [intro, whoYouAre(me), formatRules(config), manners, FENCE_RULE].join("\n\n");
}

function openingBlock(config: DebateConfig, me: ParticipantConfig): string {
  const facts = debateFacts(config);
  if (me.systemPrompt === undefined) return facts;
  return `${[facts, whoYouAre(me), formatRules(config), FENCE_RULE].join("\n")}\n`;
}

const SIDES: Record<NonNullable<ParticipantConfig["side"]>, string> = {
  for: "for, the affirmative",
  against: "against, the negative",
  neutral: "neutral",
};

export function whoYouAre(me: ParticipantConfig): string {
  return [
    `You are ${label(me.name)}.`,
    ...(me.side ? [`Your side: ${SIDES[me.side]}.`] : []),
    `Your position: ${escapeMarks(me.position)}`,
    ...(me.persona ? [`Your character: ${escapeMarks(me.persona)}`] : []),
    ...(me.keyArguments?.length
      ? [`Arguments that you may draw on:`, ...me.keyArguments.map((line) => `- ${escapeMarks(line)}`)]
      : []),
    ...(me.instructions ? [`Further instructions for you: ${escapeMarks(me.instructions)}`] : []),
  ].join("\n");
}

const CONTRIBUTE = "Make your contribution to this round.";
const PHASES: Partial<Record<TurnPhase, string>> = {
  response: CONTRIBUTE,
  opening:
    "Give your opening statement: what you hold, what the terms that matter mean to you, your strongest reasons.",
  rebuttal: "This is a rebuttal round: test the case against you and defend your own.",
  closing:
    "Give your closing statement: where the debate stands now, which of your points held and why, and what follows. Open no new subject.",
  constructive:
    "Make your whole case: what the terms mean, what your side has to show, and your two or three strongest arguments with their evidence.",
  "cross-question":
    "This is cross-examination: ask, and do nothing else. Put two to four short, numbered questions to the case that was just made, each with one point, such as can be answered in a sentence or two. No speech, no comment, no argument of your own.",
  "cross-answer":
    "This is cross-examination: answer the questions that were just put to you, and nothing else. Take each by its number, directly and in a sentence or two. Admit what you have to admit, evade nothing, and ask nothing in return.",
};

/** Phases that ask for no speech: what they want is said whole in their own words. */
const NO_SPEECH: readonly TurnPhase[] = ["cross-question", "cross-answer"];

const REBUT =
  "Answer the others by name and point by point: take up their strongest arguments, grant what is right in them and show where they fail.";
const NOBODY = "Nobody else has spoken yet, so make your own case and put no words into anyone's mouth.";
const GO_ON = "Go further than in the rounds before: bring something new and do not repeat what you have said.";

/** The start of the last block, which says whose turn it is. */
export function turnCall(call: { name: string; round: number; totalRounds: number; phase: TurnPhase }): string {
  return `It is your turn, ${label(call.name)}: round ${call.round} of ${call.totalRounds}, ${call.phase}.`;
}

const DEBATER: Voice = {
  intro: "You take part in a debate between language models. People will read it, and a judge will assess it.",
  manners: MANNERS,
  task({ turn, me, seen }) {
    const others = seen.some((t) => t.participantId !== me.id && isSpoken(t));
    const mine = seen.some((t) => t.participantId === me.id && t.round < turn.round);
    const speech = !NO_SPEECH.includes(turn.phase);
    return [
      PHASES[turn.phase] ?? CONTRIBUTE,
      ...(others ? (speech ? [REBUT] : []) : [NOBODY]),
      ...(mine && speech ? [GO_ON] : []),
    ];
  },
};

const WHOLE_TEXT = "Write the whole turn as plain text, shorter if it was cut off.";

function instruction(input: TurnPromptInput & { me: ParticipantConfig; seen: Turn[] }, voice: Voice): string {
  const { turn, me, totalRounds, faults = [] } = input;
  return [
    turnCall({ name: me.name, round: turn.round, totalRounds, phase: turn.phase }),
    ...voice.task(input),
    ...(faults.length > 0 ? stricter(faults, voice.ending ?? WHOLE_TEXT) : []),
  ].join("\n");
}
