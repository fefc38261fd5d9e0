/** Canned contributions to a debate, put together from its topic, names and positions. Deterministic. */
import { createHash } from "node:crypto";
import type { DemoRequest, DemoTurn } from "./demo-request.ts";

export type TurnRequest = Extract<DemoRequest, { kind: "turn" }>;

/** Begins every reply, so that nobody takes it for a model's. */
export const DEMO_LINE = "[demo] Canned text, put together by a program. No language model wrote it.";

/** A number from 0 up to `below`, always the same for the same parts. */
export function pick(below: number, ...parts: (string | number)[]): number {
  return createHash("sha256").update(parts.join("\u0000")).digest().readUInt32BE(0) % below;
}

/** What a debater says; 2 or 3 paragraphs under the demo line. */
export function demoTurn(request: TurnRequest): string {
  const opponent = latestOther(request);
  if (request.phase === "cross-question") return [DEMO_LINE, numbered(questions(request, opponent))].join("\n\n");
  if (request.phase === "cross-answer") return [DEMO_LINE, numbered(plainAnswers(request))].join("\n\n");
  const paragraphs = [claim(request), ...(opponent ? [answer(request, opponent)] : []), ending(request)];
  return [DEMO_LINE, ...paragraphs].join("\n\n");
}

/** What a demo debater asks before the debate; when it has been asked once, nothing is unclear to it. */
export function demoQuestions(request: Extract<DemoRequest, { kind: "questions" }>): { questions: string[] } {
  if (request.iteration > 1) return { questions: [] };
  const scope = "Is there a place, a time or a budget that we should keep to?";
  const isFirst = request.participants[0]?.name === request.speaker;
  return { questions: ["Which outcome matters most to you in this matter?", ...(isFirst ? [scope] : [])] };
}

export function demoOther(): string {
  return `${DEMO_LINE}\n\nThis server only knows the prompts of Parley's debates, and this was none of them.`;
}

interface Angle {
  claim: string;
  evidence: string;
}

const ANGLES: Angle[] = [
  {
    claim: "the costs decide, and they fall on people who have no say in the matter",
    evidence: "whenever a change of this kind was budgeted honestly, upkeep cost more than the beginning",
  },
  {
    claim: "what we can undo should weigh more than what we can hope for",
    evidence: "pilots that could be stopped taught their owners more than plans that could not",
  },
  {
    claim: "experience from nearby cases is a better guide than principle",
    evidence: "towns, firms and schools that tried something similar kept records, and their records can be read",
  },
  {
    claim: "the question is who carries the risk when it goes wrong",
    evidence: "insurers price such risks every day, and they do not price them at nothing",
  },
  {
    claim: "fairness asks us to look at the worst-off first",
    evidence: "averages hide the households for whom a small loss is a large one",
  },
  {
    claim: "delay is a choice too, and it has a price of its own",
    evidence: "each year of waiting locks in habits, contracts and buildings that last for decades",
  },
  {
    claim: "people adapt faster than forecasts allow",
    evidence: "earlier forecasts about tools now in daily use were wrong in both directions",
  },
  {
    claim: "a rule that nobody can check is no rule",
    evidence: "measures that were written down and published were kept more often than promises",
  },
];

/** Another entry each round and for each seat, from a starting place that depends on the topic. */
function choose<T>(bank: readonly T[], request: TurnRequest, stride = 1): T {
  const seat = seatOf(request);
  return bank[(pick(bank.length, request.topic) + seat * stride + request.round) % bank.length] as T;
}

/** From 1 on. Who answers alone is shown nobody else, so its name stands for its seat. */
function seatOf({ phase, participants, speaker }: TurnRequest): number {
  if (phase === "blind") return pick(ANGLES.length, speaker);
  return participants.findIndex((p) => p.name === speaker) + 1;
}

const OPENERS: Record<string, string[]> = {
  blind: ["Before I have heard anybody", "On my own, I would say"],
  constructive: ["My case stands on one thing", "This is what my side has to show, and can show"],
  opening: ["Let me open with what matters most", "I begin with the heart of the matter"],
  rebuttal: ["The case against me does not settle this", "What was said so far leaves the core open", "Look closer"],
  closing: ["At the end it comes down to this", "To close, I return to the core"],
};
const OTHER_OPENERS = ["Here is how I see it", "One thing stands out", "There is more to say", "Consider this"];

/** The topic is named when a speaker begins and when it closes. */
function claim(request: TurnRequest): string {
  const { topic, round, phase } = request;
  const opener = choose(OPENERS[phase] ?? OTHER_OPENERS, request);
  const angle = choose(ANGLES, request, 3);
  const about = round <= 1 || phase === "closing" ? `The question: "${excerpt(topic, 16)}" ` : "";
  return `${about}${opener}: ${angle.claim}. ${stance(request)} For example, ${angle.evidence}.`;
}

const STANCES = [
  "My position, as I was given it",
  "That is why I keep to my position",
  "It speaks for what I stand for",
];

function stance({ speaker, round, participants }: TurnRequest): string {
  const position = participants.find((p) => p.name === speaker)?.position ?? "I speak for myself";
  return `${STANCES[Math.max(0, round - 1) % STANCES.length]}: "${excerpt(position, 40)}".`;
}

const ANSWERS = [
  "grants too little to the other side of the ledger",
  "is a fair point, and yet it proves less than it claims",
  "would hold if everything else stayed as it is, and it does not",
  "names a real difficulty, but not one that only my side has to solve",
];
const CHALLENGES = [
  "Name a case in which it was tried and worked, and I will look at it with you.",
  "I grant you the aim; what I do not see is the way there.",
  "If you were right, we would see it in places that already went that way.",
  "Tell us what would change your mind, for that is what I miss in your case.",
  "The burden lies with whoever wants others to bear the consequences.",
];

function answer(request: TurnRequest, turn: DemoTurn): string {
  const [reply, challenge] = [choose(ANSWERS, request), choose(CHALLENGES, request)];
  return `${turn.speaker}, you said: "${excerpt(claimOf(turn.text), 24)}". That ${reply}. ${challenge}`;
}

const QUESTIONS = [
  "Who pays when it goes wrong?",
  "In which place has it been tried, and for how long?",
  "What would have to be true for you to change your mind?",
  "Which part of your case rests on a forecast?",
];
const PLAIN_ANSWERS = [
  "Whoever decides, and that is as it should be.",
  "In several towns; none of them for longer than ten years.",
  "Records that show the opposite, over five years or more.",
  "The part about prices, and I said so.",
];

function questions(request: TurnRequest, opponent: DemoTurn | undefined): string[] {
  const first = opponent
    ? `${opponent.speaker}, you said: "${excerpt(claimOf(opponent.text), 24)}". How do you know?`
    : "";
  return [first, choose(QUESTIONS, request), choose(QUESTIONS, { ...request, round: request.round + 1 })];
}

function plainAnswers(request: TurnRequest): string[] {
  return [
    "From the records that I named.",
    ...[0, 1].map((n) => choose(PLAIN_ANSWERS, { ...request, round: request.round + n })),
  ];
}

function numbered(lines: string[]): string {
  return lines
    .filter((line) => line !== "")
    .map((line, i) => `${i + 1}. ${line}`)
    .join("\n");
}

const LAST_WORD = "So I ask for a judgement on the reasons, not on the tone. On the reasons, my position stands.";
const OBJECTIONS = [
  "Some will object that this is too simple. It is simple because the choice is: either the reason holds, or somebody shows where it breaks.",
  "The strongest objection is that circumstances differ. They do, and that is why I rest my case on what the circumstances have in common.",
  "I may be wrong about the figures, and I would like to be corrected. I do not think that I am wrong about the direction.",
  "It may be said that this asks for too much at once. Then let us agree on the first step, and measure it before the second.",
];

function ending(request: TurnRequest): string {
  return request.phase === "closing" ? LAST_WORD : choose(OBJECTIONS, request);
}

/** Of those who spoke last, one for each round in turn. */
function latestOther({ turns, speaker, round }: TurnRequest): DemoTurn | undefined {
  const latest = new Map(turns.filter((turn) => turn.speaker !== speaker).map((turn) => [turn.speaker, turn]));
  return [...latest.values()][latest.size === 0 ? 0 : round % latest.size];
}

/** What a turn claims: a canned turn's own claim comes before those that it quotes. Of other turns, all of it. */
export function claimOf(text: string): string {
  const found = ANGLES.filter((angle) => text.includes(angle.claim));
  const [own] = found.toSorted((a, b) => text.indexOf(a.claim) - text.indexOf(b.claim));
  return own?.claim ?? text.replace(DEMO_LINE, "").trim();
}

/**
 * The first words on one line. Characters outside the basic plane are left out: aimock cuts a stream between UTF-16
 * units, and half a character in a chunk is none.
 */
export function excerpt(text: string, words: number): string {
  const all = text
    .replaceAll(/[\u{10000}-\u{10FFFF}]/gu, "")
    .trim()
    .split(/\s+/);
  const short = all.slice(0, words).join(" ").slice(0, 400).replaceAll('"', "'");
  return all.length > words ? `${short} …` : short.replace(/\.$/, "");
}
