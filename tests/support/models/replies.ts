/** What scripted models say, in the shapes that the judge's schemas ask for. */
import type { Verdict } from "../../../domain/shapes/schemas/ballot.ts";
import type { READINGS } from "../../../domain/shapes/schemas/claims.schema.ts";
import type { Result } from "../../../domain/shapes/schemas/result.schema.ts";
import { CRITERIA } from "../../../domain/shapes/schemas/rubric.schema.ts";
import type { ModelRequest } from "./request.ts";

type ClaimReading = (typeof READINGS)[number];

const scores = (value: number) => Object.fromEntries(CRITERIA.map((criterion) => [criterion, value]));

export interface Opinion {
  shouldContinue?: boolean;
  qualityScore?: number;
  convergenceReached?: boolean;
  diminishingReturns?: boolean;
  repetitive?: boolean;
  /** Left out: the judge does not say. */
  agreementAreas?: string[];
  /** "Bring figures." when left out. */
  recommendations?: string[];
}

/** A valid assessment: the first participant scores 6 on everything, the next 7, and so on. */
export function assessmentJson(participants: string[], opinion: Opinion = {}): string {
  return JSON.stringify({
    reasoning: "Both made their case in this round.",
    assessments: participants.map((participant, i) => ({
      participant,
      strengths: [`${participant} was clear.`],
      weaknesses: ["Little evidence."],
      scores: scores(Math.min(10, 6 + i)),
    })),
    flags: {
      repetitive: opinion.repetitive ?? false,
      drifting: false,
      diminishingReturns: opinion.diminishingReturns ?? false,
      convergenceReached: opinion.convergenceReached ?? false,
    },
    qualityScore: opinion.qualityScore ?? 7,
    ...(opinion.agreementAreas && { agreementAreas: opinion.agreementAreas }),
    shouldContinue: opinion.shouldContinue ?? true,
    recommendations: opinion.recommendations ?? ["Bring figures."],
  });
}

/** So many positions, all different. */
export function positionsJson(count: number): string {
  return JSON.stringify({
    reasoning: "They differ in whom they put first.",
    positions: Array.from({ length: count }, (_, i) => ({
      position: `Puts group ${i + 1} first.`,
      persona: `A planner who has worked for group ${i + 1}.`,
      keyArguments: [`Group ${i + 1} is the largest.`, `Group ${i + 1} has waited longest.`],
    })),
  });
}

/** A valid verdict for the last participant or another, who has the best scores; null: for nobody. */
export function verdictJson(participants: string[], winner: string | null = participants.at(-1) ?? null): string {
  const ranked = [...participants.filter((id) => id !== winner), winner];
  const byParticipant = <T>(of: (id: string, i: number) => T) =>
    Object.fromEntries(participants.map((id, i) => [id, of(id, i)]));
  const finding = (question: string) => ({
    question,
    points: [],
    unanswered: null,
    prevailed: winner,
  });
  return JSON.stringify({
    findings: [finding("Who pays?"), finding("How fast?")],
    summary: "They argued about the topic.",
    areasOfAgreement: ["Streets are for people."],
    areasOfDisagreement: ["How fast."],
    criterionScores: byParticipant((id) => scores(Math.min(10, 6 + ranked.indexOf(id)))),
    criteria: Object.fromEntries(CRITERIA.map((criterion) => [criterion, `a finding on ${criterion}`])),
    reasoning: "The last speaker met more objections.",
    winner,
    answer: { choice: winner, text: "What the winner holds." },
    probability: 70,
    qualityScore: 72,
    insights: ["Gradual change wins support."],
    dissent: ["The first speaker had the better figures."],
  });
}

/** The verdict of a debate that has ended with one. */
export function verdictIn(result: Result | null): Verdict | undefined {
  return result?.type === "verdict" ? result.verdict : undefined;
}

/** A valid vote on the motion. */
export function voteJson(vote: "for" | "against" | "undecided"): string {
  return JSON.stringify({ reasoning: "So it seems to me.", vote, confidence: 60 });
}

/** A valid vote of the audience; after the debate, with the turn that weighed most. */
export function audienceJson(vote: "for" | "against" | "undecided", turn?: string | null): string {
  const said = { reasoning: "So I see it.", confidence: vote === "undecided" ? 50 : 70, vote };
  return JSON.stringify({ ...said, ...(turn !== undefined && { turn }) });
}

/** A valid answer of the control arm. */
export function aloneJson(answer: string): string {
  const reasons = ["One.", "Two.", "Three."].map((reason) => ({ reason, restsOn: "reasoning" }));
  return JSON.stringify({ answer, reasons, wouldChange: "New figures." });
}

export interface Aside {
  stance?: number;
  reasons?: string[];
  cause?: string | null;
}

/** A valid private answer. */
export function pollJson({ stance = 50, reasons = ["Streets are for people."], cause = null }: Aside = {}): string {
  return JSON.stringify({ reasons, answer: `I hold it at ${stance}.`, stance, confidence: 60, cause });
}

/** The round after which a private answer is asked for; 0: before round 1. */
export function pollRound(request: { messages: { content: string }[] }): number {
  return Number(/now that round (\d+) is over/.exec(request.messages.at(-1)?.content ?? "")?.[1] ?? 0);
}

/** A second judge's reading of all claims that it is shown. */
export function secondReading(
  request: { messages: { content: string }[] },
  says: ClaimReading = "contradicts",
): object {
  const text = request.messages.map((m) => m.content).join("\n");
  const numbers = [...text.matchAll(/<claim(?:-\w+)? number="(\d+)">/g)].map(([, number]) => Number(number));
  return { readings: numbers.map((claim) => ({ claim, why: `Claim ${claim} and its passages were compared.`, says })) };
}

/** The answers that a request asks to group. */
export function answersIn(request: { messages: { content: string }[] }): { id: string; text: string }[] {
  const text = request.messages.map((m) => m.content).join("\n");
  const found = text.matchAll(/<answer(?:-\w+)? id="(A\d+)">\n([^\n]*)\n/g);
  return [...found].map(([, id = "", answer = ""]) => ({ id, text: answer }));
}

/** Groups the answers of a request by what `of` says of each; by their words when left out. */
export function groupsJson(request: { messages: { content: string }[] }, of = (text: string) => text): string {
  const alike = Map.groupBy(answersIn(request), ({ text }) => of(text));
  return JSON.stringify({
    groups: [...alike].map(([answer, members]) => ({ answer, members: members.map(({ id }) => id) })),
  });
}

type RequestKind =
  | "turn"
  | "condensing"
  | "assessment"
  | "verdict"
  | "review"
  | "blind-verdict"
  | "claims"
  | "second-reading"
  | "conclusion"
  | "questions"
  | "vote"
  | "audience"
  | "alone"
  | "groups"
  | "poll"
  | "positions"
  | "check";

/** Which of the prompts a request is, told by the words that stand in its last block. */
export function kindOf(request: { messages: { content: string }[] }): RequestKind {
  const last = request.messages.at(-1)?.content ?? "";
  if (last === "Are you there?") return "check";
  if (last.includes("you may put questions to its owner")) return "questions";
  if (last.includes("Check the claims that decide the debate")) return "claims";
  if (last.includes("Compare each claim above")) return "second-reading";
  if (last.includes("The ballots are counted.")) return "conclusion";
  if (last.includes("Does the answer above follow from what was said?")) return "review";
  if (last.includes("The debate is over:")) return "verdict";
  if (last.includes("The debate has not begun:")) return "blind-verdict";
  if (last.includes("Summarise the transcript above")) return "condensing";
  if (last.includes("Vote your honest view of the motion,")) return "audience";
  if (last.includes("Answer this question yourself:")) return "alone";
  if (last.includes("Group the answers above by what they say.")) return "groups";
  if (last.includes("Say aside what you hold,")) return "poll";
  if (last.includes("Vote on the motion,")) return "vote";
  if (/^Find the positions: exactly \d+/m.test(last)) return "positions";
  return /Assess round \d+/.test(last) ? "assessment" : "turn";
}

const NAMES = ["Ada", "Ben", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hana"];

/**
 * A judge's reply that a test has written with the debate's own ids (`p1`, `g1-r1-t2`), in the labels of the request
 * that it answers. A participant is known by its position ("Ada has …" is p1's), else by its place on the roster.
 */
interface ChoiceSchema {
  enum?: string[];
  type?: string;
  anyOf?: ChoiceSchema[];
}

/**
 * A test lets a ballot answer for a participant. Where it is asked for a side, an option or a number, it answers with that
 * one's side, with the option that is its position, or with 1.
 */
export function inChoices(request: Pick<ModelRequest, "schema" | "messages">, json: unknown): unknown {
  const { answer, ...rest } = json as { answer?: { choice: string | number | null } };
  const { properties = {} } = (request.schema ?? {}) as { properties?: Record<string, AnswerPart> };
  const asked = properties["answer"]?.properties?.choice;
  if (!answer || !asked) return json;
  const branches = [asked, ...(asked.anyOf ?? [])];
  const choices = branches.flatMap((branch) => branch.enum ?? []);
  if (branches.some(({ type }) => type === "number")) return { ...rest, answer: { ...answer, choice: 1 } };
  const takesNull = branches.some(({ type }) => type === "null");
  if (choices.length === 0 || choices.includes(String(answer.choice))) return json;
  if (answer.choice === null && takesNull) return json;
  const people = request.messages.map(({ content }) => content).join("\n");
  const [, head = "", position = ""] =
    new RegExp(`<participant[^ ]* ([^>]*id="${answer.choice}")>\n([^\n]*)`).exec(people) ?? [];
  const side = /side="(\w+)"/.exec(head)?.[1] ?? "";
  const options = [...people.matchAll(/<answer\S* letter="(\w)">\n([^\n]*)/g)];
  const letter = options.find(([, , text = ""]) => bare(text) === bare(position))?.[1];
  const choice = choices.includes(side) ? side : (letter ?? choices[0]);
  return { ...rest, answer: { ...answer, choice } };
}

interface AnswerPart {
  properties?: { choice?: ChoiceSchema };
}

const bare = (text: string) => text.toLowerCase().replaceAll(/\W/g, "");

export function inLabels(request: { messages: { content: string }[] }, reply: string): string {
  const text = request.messages.map((m) => m.content).join("\n");
  const words = new Map<string, string>();
  for (const [i, { key, name }] of rosterIn(text).entries())
    words.set(`p${(NAMES.includes(name) ? NAMES.indexOf(name) : i) + 1}`, key);
  const counts = new Map<string, number>();
  for (const [, round = "", id = ""] of text.matchAll(
    /<turn(?:-\w+)? speaker="(?!Owner)[^"]*" round="(\d+)"[^>]* id="([^"]+)">/g,
  )) {
    counts.set(round, (counts.get(round) ?? 0) + 1);
    words.set(`g1-r${round}-t${counts.get(round)}`, id);
  }
  return reply.replaceAll(/"(p\d)"|\b(g1-r\d+-t\d+)\b/g, (found, person?: string, turn?: string) =>
    person === undefined ? (words.get(turn ?? "") ?? found) : `"${words.get(person) ?? person}"`,
  );
}

/** Of these participants, whom a ballot is asked about. */
export function heardOf(request: Pick<ModelRequest, "schema" | "messages">, participants: string[]): string[] {
  const { properties = {} } = (request.schema ?? {}) as { properties?: Record<string, { properties?: object }> };
  const heard = Object.keys(properties["criterionScores"]?.properties ?? {});
  const isHeard = (id: string) => heard.some((key) => inLabels(request, `"${id}"`) === `"${key}"`);
  return heard.length > 0 ? participants.filter(isHeard) : participants;
}

/** Whom a judge is shown, in order: the keys of their labels, and the first words of their positions. */
export function rosterIn(text: string): { key: string; name: string }[] {
  const people = text.matchAll(/<participant(?:-\w+)? name="[^"]*"(?: side="[^"]*")? id="([^"]+)">\n(\S*)/g);
  return [...people].map(([, key = "", name = ""]) => ({ key, name }));
}
