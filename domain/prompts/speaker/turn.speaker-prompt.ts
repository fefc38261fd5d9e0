/**
 * A debater's prompt (docs/design/debate.md#15-prompts): the system text has the role and rules, the first user block
 * the facts, then the transcript. Only the last block varies. A custom system prompt replaces role and rules; who the
 * debater is then moves to the facts.
 */

import type { ShownRanking } from "../../judge/council/others.ts";
import { FORMATS_BY_NAME } from "../../rules/formats/registry.format.ts";
import { mayMove } from "../../rules/positions/open.ts";
import type { TemplateHit } from "../../rules/templates/retrieval.ts";
import { type View, verbatim } from "../../shapes/context/view.shape.ts";
import type { DebateConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import type { Exhibit } from "../../shapes/schemas/exhibit.schema.ts";
import type { Turn, TurnPhase } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import type { TurnSpec } from "../../shapes/state/steps.ts";
import { fencesOf } from "../fences/fences.ts";
import type { Fences } from "../fences/marks.ts";
import { commonSystem, hasCommonRules, isReadByJudge } from "../parts/common-rules.ts";
import { DEBATER_INTRO, IN_CHARACTER, MANNERS } from "../parts/debater-rules.ts";
import { lookedUpLines } from "../parts/exhibits.prompt-part.ts";
import { debateFacts, formatRules } from "../parts/facts.prompt-part.ts";
import { houseRules, systemAndFacts } from "../parts/frame.prompt-part.ts";
import { type Guidance, guidanceLines } from "../parts/guidance.ts";
import type { NamedLabel } from "../parts/labelled.ts";
import type { OutputSchema, Prompt } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";
import { templateBlock } from "../parts/templates.prompt-part.ts";
import { toolLines } from "../parts/tools.prompt-part.ts";
import {
  type Block,
  conversation,
  messagesOf,
  recap,
  turnBlock,
  visibleTurns,
} from "../parts/transcript.prompt-part.ts";

export interface TurnPromptInput {
  config: DebateConfig;
  turn: TurnSpec;
  /** Failed turns and those beyond the turn's horizon are filtered out here. */
  turns: Turn[];
  totalRounds: number;
  /** The faults of the last reply, which the speaker is shown when it is asked again. */
  faults?: string[];
  /** Reasoning templates retrieved for the debate. */
  templates?: TemplateHit[];
  /** What of the transcript is shown; all of it if missing. */
  view?: View | undefined;
  /** Exhibits that were found for this turn. */
  lookedUp?: Exhibit[] | undefined;
  /** Of a council, for a member who revises its answer. */
  rankings?: ShownRanking[] | undefined;
  /** What the judge recommended after the round before. */
  guidance?: Guidance | undefined;
  /** By participant id: the names behind the labels that the prompt shows. Left out: it shows names. */
  names?: Record<string, NamedLabel> | undefined;
  /**
   * To rebuild stored prompts: without a format's reminder, with templates for every speaker, and with the critiques of
   * its own proposals alone for an agent of a dialectic debate.
   */
  asBefore?: true;
}

/** A turn's prompt while it is built: `seen` are the turns that its speaker may see. */
type PreparedInput = TurnPromptInput & { me: ParticipantConfig; seen: Turn[] };

/** What a speaker's role in a protocol adds to the frame that all turns share. */
export interface Voice {
  intro: string;
  manners: string;
  /** Lines of the last block, after the one that names the speaker. */
  task(prepared: PreparedInput): string[];
  output?: OutputSchema;
  /** The instruction after a faulty reply. */
  ending?: string;
  /** Who is shown the retrieved templates. Left out: everybody. */
  templates?: "this speaker alone" | "others";
}

/**
 * All blocks but the last are repeated in the debater's next prompt. Throws if the participant is not in the
 * configuration.
 */
export function buildTurnPrompt(input: TurnPromptInput): Prompt {
  return assembleTurn(input, DEBATER);
}

export function assembleTurn(input: TurnPromptInput, voice: Voice): Prompt {
  const { config, turn, view } = input;
  const templates = voice.templates === "others" ? [] : input.templates;
  const me = requireParticipant(config, turn.participantId);
  const fences = fencesOf(config);
  const prepared = { ...input, templates, me, seen: visibleTurns(input.turns, turn.sees) };
  if (hasCommonRules(config) && voice === DEBATER) return commonTurn(prepared);
  if (config.promptLayout !== undefined) return sharedTurn(prepared, voice);
  const said = conversation(verbatim(prepared.seen, view), { participantId: me.id, mode: config.mode, fences });
  return frameTurn(prepared, voice, {
    who: whoYouAre(me, fences),
    facts: debateFacts(config),
    templates: templateBlock(templates, fences),
    transcript: [...recap(view, fences).map((text): Block => ({ role: "user", text })), ...said],
  });
}

/** System text, facts, transcript, and in the last block what is asked. */
export function frameTurn(
  prepared: PreparedInput,
  voice: Voice,
  about: { who: string; facts: string; templates?: string; transcript: Block[] },
): Prompt {
  const { config, me } = prepared;
  const house = houseRules(config);
  const rules = [about.who, formatRules(config)];
  const { facts, ...frame } = systemAndFacts(me.systemPrompt, {
    builtIn: [voice.intro, ...rules, voice.manners, ...house],
    facts: about.facts,
    moved: `\n${[...rules, ...house].join("\n")}\n`,
  });
  return {
    ...frame,
    messages: messagesOf([
      { role: "user", text: facts + (about.templates ?? "") },
      ...about.transcript,
      {
        role: "user",
        text: instruction(
          prepared,
          voice,
          about.transcript.map(({ text }) => text),
        ),
      },
    ]),
    ...(voice.output && { output: voice.output }),
  };
}

/**
 * One system prompt and one transcript for all speakers; only the last block says who speaks now. So each request
 * begins with the previous one, whichever speaker made it.
 */
function sharedTurn(input: PreparedInput, voice: Voice): Prompt {
  const { config, me, seen, view, templates } = input;
  const fences = fencesOf(config);
  const patterns = templateBlock(templates, fences);
  // What one speaker alone is shown would end the prefix that all requests share.
  const isOwn = voice.templates === "this speaker alone";
  const facts = `${debateFacts(config)}${isOwn ? "" : patterns}`;
  const part = me.systemPrompt ?? [voice.intro, voice.manners].join("\n\n");
  const said = verbatim(seen, view).map((turn) => turnBlock(turn, fences));
  const own = isOwn && patterns ? [patterns.trimEnd()] : [];
  const task = [part, whoYouAre(me, fences), ...own, instruction(input, voice, said)].join("\n\n");
  return {
    system: [SHARED, formatRules(config), ...houseRules(config)].join("\n\n"),
    messages: [{ role: "user", content: [facts, ...recap(view, fences), ...said, task] }],
    ...(voice.output && { output: voice.output }),
    source: me.systemPrompt === undefined ? "built-in" : "custom",
  };
}

const SHARED =
  "You speak in an exchange between several named speakers. What has been said so far comes first, each turn with its speaker's name. The last part says which of them you are now, how you speak and what is asked of you: speak as that one alone.";

/** As the shared one. The rules of all debaters stand in front too, so only who speaks and the task come last. */
function commonTurn(input: PreparedInput): Prompt {
  const { config, me, seen, view, templates, names = {} } = input;
  const fences = fencesOf(config);
  const said = verbatim(seen, view).map((turn) => turnBlock(turn, fences));
  const named = { ...me, name: names[me.id]?.name ?? me.name };
  const task = [
    whoYouAre(named, fences),
    ...behindLabels(names, fences),
    instruction({ ...input, me: named }, DEBATER, said),
  ].join("\n\n");
  const facts = debateFacts(config, { withIds: isReadByJudge(config) }) + templateBlock(templates, fences);
  return {
    system: commonSystem(config),
    messages: [{ role: "user", content: [facts, ...recap(view, fences), ...said, task] }],
    source: "built-in",
  };
}

/** What the labels stand for. Judges are not shown this. */
function behindLabels(names: Record<string, NamedLabel>, { label }: Fences): string[] {
  const known = Object.values(names).map(({ title, name }) => `${title} is ${label(name)}`);
  return known.length === 0 ? [] : [`Above, ${known.join(", ")}. Write these names, never the labels.`];
}

export function requireParticipant(config: DebateConfig, id: string): ParticipantConfig {
  const found = config.participants.find((p) => p.id === id);
  if (!found) throw new Error(`there is no participant ${id} in this debate`);
  return found;
}

const SIDES: Record<NonNullable<ParticipantConfig["side"]>, string> = {
  for: "for, the affirmative",
  against: "against, the negative",
  neutral: "neutral",
};

type Who = Pick<
  ParticipantConfig,
  "name" | "side" | "persona" | "inCharacter" | "keyArguments" | "instructions" | "positionSource"
> & {
  position: string | undefined;
};

export function whoYouAre(me: Who, fences: Fences): string {
  const { escape, label } = fences;
  return [
    `You are ${label(me.name)}.`,
    ...(me.side ? [`Your side: ${SIDES[me.side]}.`] : []),
    ...(me.positionSource === "assigned" ? assignedPart(me, fences) : ownersPart(me, fences)),
    ...(me.inCharacter ? [IN_CHARACTER] : []),
    ...(me.instructions ? [`Further instructions for you: ${escape(me.instructions)}`] : []),
  ].join("\n");
}

function ownersPart({ position, persona }: Who, { escape }: Fences): string[] {
  return [
    ...(position === undefined || position === "" ? [] : [`Your position: ${escape(position)}`]),
    ...(persona ? [`Your character: ${escape(persona)}`] : []),
  ];
}

/** A model wrote it, so it is fenced like all that models write. */
function assignedPart({ position, persona, keyArguments = [] }: Who, { fence }: Fences): string[] {
  const written = [
    ...(position === undefined ? [] : [`Position: ${position}`]),
    ...(persona ? [`Character: ${persona}`] : []),
    ...(keyArguments.length > 0 ? ["Arguments:", ...keyArguments.map((line) => `- ${line}`)] : []),
  ];
  if (written.length === 0) return [];
  return ["Your part, as it was found for you:", fence("persona", written.join("\n")).trimEnd()];
}

const CONTRIBUTE = "Make your contribution to this round.";
const PHASES: Partial<Record<TurnPhase, string>> = {
  response: CONTRIBUTE,
  opening:
    "Give your opening statement: what you hold, what the terms that matter mean to you, your strongest reasons.",
  rebuttal: "This is a rebuttal round: test the case against you and defend your own.",
  closing:
    "Give your closing statement. Name the one or two questions that decide this debate. Say of each what both sides have shown, why it falls your way, and what you concede. Bring no new evidence.",
  constructive:
    "Make your whole case: what the terms mean, what your side has to show, and your two or three strongest arguments with their evidence.",
  "cross-question":
    "This is cross-examination: ask, and do nothing else. Put two to four short, numbered questions to the case that was just made, each with one point, such as can be answered in a sentence or two. No speech, no comment, no argument of your own.",
  "cross-answer":
    "This is cross-examination: answer the questions that were just put to you, and nothing else. Take each by its number, directly and in a sentence or two. Admit what you have to admit, evade nothing, and ask nothing in return.",
};

/** These phases say all that is asked, so no general instructions follow. */
const WHOLE_TASK: readonly TurnPhase[] = ["cross-question", "cross-answer", "closing"];

const REBUT =
  "First restate the strongest point against you, so that its author would agree with your words; then answer it.";
const HOLD = "Hold your position: grant what you cannot answer, and say why your side still stands.";
const MOVE = "Your position is open: you may change it, for a reason that you name.";
const CONVERGE =
  "Say what you now accept, and which turn moved you. Say what still divides you: a fact, a value or a word. Propose one statement that all could sign. Do not agree to be polite.";
const NOBODY = "Nobody else has spoken yet, so make your own case and put no words into anyone's mouth.";
const GO_ON = "Go further than in the rounds before: bring something new.";

/** `intensity`: the request's `agreement`, 0–100. */
function agreeing(intensity: number): string {
  return `Where the reasons on both sides are balanced, take over the conclusion of the others as readily as ${intensity} of 100 says: at 0 you keep yours, at 100 you take over theirs. A better reason comes before that.`;
}

const DEBATER: Voice = {
  intro: DEBATER_INTRO,
  manners: MANNERS,
  task({ config, turn, me, seen, totalRounds }) {
    const rules = FORMATS_BY_NAME[config.format];
    const converges = rules.openPositions === true;
    const others = seen.some((t) => t.participantId !== me.id && isSpoken(t));
    const mine = seen.some((t) => t.participantId === me.id && t.round < turn.round);
    const isOpen = mayMove(config, me);
    return [
      PHASES[turn.phase] ?? CONTRIBUTE,
      ...(others ? [] : [NOBODY]),
      ...(WHOLE_TASK.includes(turn.phase) ? [] : general({ others, mine, isOpen, converges })),
      ...(config.agreementIntensity === undefined ? [] : [agreeing(config.agreementIntensity)]),
      ...(rules.reminder ? [rules.reminder(turn.round, totalRounds)] : []),
    ];
  },
};

/** `mine`: it has spoken in an earlier round. */
function general(about: { others: boolean; mine: boolean; isOpen: boolean; converges: boolean }): string[] {
  const { others, mine, isOpen, converges } = about;
  if (!others) return mine ? [GO_ON] : [];
  if (converges && mine) return [CONVERGE];
  return [REBUT, isOpen ? MOVE : HOLD, ...(mine ? [GO_ON] : [])];
}

const WHOLE_TEXT = "Write the whole turn as plain text, shorter if it was cut off.";

/** `above`: the transcript that its reader is shown. */
function instruction(input: PreparedInput, voice: Voice, above: string[]): string {
  const { config, turn, me, totalRounds, faults = [], lookedUp, guidance } = input;
  const fences = fencesOf(config);
  return [
    ...lookedUpLines(lookedUp, above, fences),
    ...guidanceLines(guidance, fences),
    `It is your turn, ${fences.label(me.name)}: round ${turn.round} of ${totalRounds}, ${turn.phase}.`,
    ...voice.task(input),
    ...toolLines(me),
    ...stricter(faults, { ...fences, ending: voice.ending ?? WHOLE_TEXT }),
  ].join("\n");
}
