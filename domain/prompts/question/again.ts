/** A question's turn: the first alone, each later one with the newest answers of others. */

import { scatter } from "../../base/statistics/scatter.ts";
import type { DebateConfig, ParticipantConfig } from "../../shapes/plan/config.plan.ts";
import type { QuestionPlan } from "../../shapes/plan/plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import { fencesOf } from "../fences/fences.ts";
import type { Fences } from "../fences/marks.ts";
import { ASK_FOR_JSON, MEND_JSON } from "../parts/frame.prompt-part.ts";
import type { Heard, Prompt, Reading, SpokenTurn } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";
import { turnBlock, visibleTurns } from "../parts/transcript.prompt-part.ts";
import { requireParticipant, type TurnPromptInput } from "../speaker/turn.speaker-prompt.ts";
import { buildAlonePrompt, questionPrompt } from "./alone.question-prompt.ts";
import { PARTING, partingAnswers, SETTLE, WHERE_THEY_PART } from "./parting.ts";
import { fieldsAsked, givenText, letterOf, readGiven } from "./reply.ts";

/** The task of a later round begins with this. */
export const ANSWER_AGAIN = "Answer the question again";

export function buildQuestionPrompt(input: TurnPromptInput): Prompt {
  const { config, turn, totalRounds, faults = [] } = input;
  const { form, rules } = askedOf(config);
  const me = requireParticipant(config, turn.participantId);
  const seen = visibleTurns(input.turns, turn.sees);
  const remarks = seen.filter((each) => !isSpoken(each));
  if (turn.round === 1 && remarks.length === 0) return buildAlonePrompt(config, { form, by: me, faults });
  const fences = fencesOf(config);
  if (rules.vote && turn.round === 1)
    return buildAlonePrompt(config, { form, by: me, faults, remarks: remarksOf(remarks, fences) });
  if (rules.vote) return buildPartingPrompt(input, { form, rules, by: me, seen: seen.filter(isSpoken), remarks });
  const newest = new Map(seen.filter(isSpoken).map((each) => [each.participantId, each]));
  const mine = newest.get(me.id);
  const others = peersOf(me, { config, rules, turnId: turn.id }).flatMap(({ id, name }, i) => {
    const said = newest.get(id);
    return said ? [answerBlock(said, { from: rules.anonymous ? letterOf(i) : name, show: rules.show, fences })] : [];
  });
  const task = [
    `${ANSWER_AGAIN}: round ${turn.round} of ${totalRounds}.${shownWords(others.length, mine !== undefined)}`,
    ...fieldsAsked(form, fences),
    ASK_FOR_JSON,
    ...stricter(faults, { ...fences, ending: MEND_JSON }),
  ].join("\n");
  const own = mine ? [answerBlock(mine, { from: "you", show: "answers-and-reasons", fences })] : [];
  return questionPrompt(config, {
    form,
    by: me,
    blocks: [...remarksOf(remarks, fences), ...own, ...others, task],
  });
}

function buildPartingPrompt(
  { config, turn, totalRounds, faults = [] }: TurnPromptInput,
  about: Pick<ReturnType<typeof askedOf>, "form" | "rules"> & {
    by: ParticipantConfig;
    seen: Turn[];
    remarks: Turn[];
  },
): Prompt {
  const { form, rules, by, seen, remarks } = about;
  const fences = fencesOf(config);
  const shown = partingAnswers(seen, { question: rules, participants: config.participants.length, turn });
  const answers = shown.map((said, i) => answerBlock(said, { from: String(i + 1), show: rules.show, fences }));
  const task = [
    `${SETTLE}: round ${turn.round} of ${totalRounds}. ${PARTING}`,
    ...fieldsAsked(form, fences, WHERE_THEY_PART),
    ASK_FOR_JSON,
    ...stricter(faults, { ...fences, ending: MEND_JSON }),
  ].join("\n");
  return questionPrompt(config, { form, by, blocks: [...remarksOf(remarks, fences), ...answers, task] });
}

/** They direct the answer, unlike all else that stands between marks. */
function remarksOf(remarks: Turn[], fences: Fences): string[] {
  if (remarks.length === 0) return [];
  return [
    "Remarks of whoever asks the question. They hold for your answer:",
    ...remarks.map((each) => turnBlock(each, fences)),
  ];
}

function shownWords(others: number, hasOwn: boolean): string {
  const own = hasOwn ? " Your newest answer is above." : "";
  if (others === 0) return `${own} Look for what is wrong with it, and keep it if you find nothing.`;
  const told = `${own} The newest answers of others are above too. They know no more than you.`;
  return `${told} Check what each rests on. Change your answer only for a reason that you can name, and not because others agree with one another.`;
}

function askedOf({ answers: form, question: rules }: DebateConfig) {
  if (!form || !rules) throw new Error("a question needs the form of its answers");
  return { form, rules };
}

/** In an order of its own for each turn, so that a label says nothing of whose an answer is. */
function peersOf(
  me: ParticipantConfig,
  { config, rules, turnId }: { config: DebateConfig; rules: QuestionPlan; turnId: string },
): ParticipantConfig[] {
  const { participants } = config;
  const at = participants.findIndex(({ id }) => id === me.id);
  const seats = participants.length;
  const isNear = (seat: number) => [1, seats - 1].includes((seat - at + seats) % seats);
  const shown = participants.filter(({ id }, seat) => id !== me.id && (rules.peers === "all" || isNear(seat)));
  if (rules.peers === "none") return [];
  return rules.anonymous ? shown.toSorted((a, b) => rank(turnId, a.id) - rank(turnId, b.id)) : shown;
}

function rank(turnId: string, participantId: string): number {
  return scatter(`${turnId} ${participantId}`);
}

function answerBlock(
  { answer, text }: Turn,
  { from, show, fences }: { from: string; show: QuestionPlan["show"]; fences: Fences },
): string {
  const said = show === "reasons" && answer ? answer.reasoning : text;
  return fences.fence("answer", said, { from });
}

export function readQuestionTurn(text: string, { config }: Heard): Reading<SpokenTurn> {
  const { form } = askedOf(config);
  const reading = readGiven(text, form);
  if (!reading.ok) return reading;
  return { ok: true, value: { text: givenText(reading.value, form), answer: reading.value } };
}
