/** What the chair of a council writes: its prompt, the reply's schema, and how the reply is read. */
import { z } from "zod";
import type { ShownRanking } from "../../judge/council/others.ts";
import { verbatim } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { ConclusionText } from "../../shapes/schemas/conclusion.schema.ts";
import type { Council } from "../../shapes/schemas/council.schema.ts";
import type { EndedBy } from "../../shapes/schemas/result.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import type { ShownRecord } from "../conclusion/read.prompt.ts";
import { conclusionFields, conclusionSchema, shapeOf } from "../conclusion/schema.prompt.ts";
import { CONCLUSION, readWithConclusion } from "../conclusion/within.prompt.ts";
import { fencesOf } from "../fences/fences.ts";
import { type JudgeInput, ownersWish } from "../for-judge/judge.judge-prompt.ts";
import { judgedTurn } from "../for-judge/judged-turn.ts";
import { filled, outputSchema, readAnswer } from "../parts/answer.prompt-part.ts";
import { ASK_FOR_JSON, houseRules, MEND_JSON, systemAndFacts } from "../parts/frame.prompt-part.ts";
import { newestProposals } from "../parts/perspective.ts";
import type { Prompt, Reading } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";
import { recap, visibleTurns } from "../parts/transcript.prompt-part.ts";
import { questionFacts } from "./question.prompt.ts";
import { rankingLines } from "./ranking-lines.ts";

/** With labels for the members. */
interface ChairInput extends JudgeInput {
  /** Keys of those who answered; all if missing. */
  active?: string[] | undefined;
  rankings?: ShownRanking[] | undefined;
  endedBy: EndedBy;
}

/** The last block of the prompt begins with this. */
export const CHAIR = "Write the council's answer";

const DUTY = `You chair a council of language models. Each member answered a question alone; then the members ranked one another's answers without knowing whose they were. You write the council's answer.
- Be impartial: neither the order of the members nor length, style or confidence counts.
- A rank is an opinion. What most members say, or rank high, can still be wrong: look at what it rests on.
- Be specific: cite the turns that your words rest on by their ids, for example T3.
- Rely only on what stands in the turns. A precise figure without an exhibit is an unverified claim.`;

export function buildChairPrompt(input: ChairInput): Prompt {
  const { config, rankings = [], endedBy, faults = [], view } = input;
  const fences = fencesOf(config);
  const people = config.participants.map(({ id, name }) => `- ${id}: ${fences.label(name)}`);
  const { facts, ...frame } = systemAndFacts(config.judge?.systemPrompt, {
    builtIn: [DUTY, ...ownersWish(config), ...houseRules(config)],
    facts: [...questionFacts(config), "The members, by id:", ...people, ""].join("\n"),
    moved: `${[...ownersWish(config), ...houseRules(config)].join("\n")}\n`,
  });
  const lines = rankings.length === 0 ? [] : [`${rankingLines(rankings, fences).join("\n")}\n`];
  const lastBlock = [taskOf(input, endedBy), ASK_FOR_JSON, ...stricter(faults, { ...fences, ending: MEND_JSON })];
  const content = [
    facts,
    ...recap(view, fences),
    ...verbatim(newestAnswers(input.turns), view).flatMap((turn) => judgedTurn(turn, fences)),
    ...lines,
    lastBlock.join("\n"),
  ];
  return { ...frame, messages: [{ role: "user", content }], output: outputSchema("council", schemaFor(input)) };
}

/** Each member's newest answer, and the owner's remarks. */
export function newestAnswers(turns: Turn[]): Turn[] {
  const seen = visibleTurns(turns);
  const newest = new Set(newestProposals(seen).values());
  return seen.filter((turn) => newest.has(turn) || !isSpoken(turn));
}

function taskOf(input: About, endedBy: EndedBy): string {
  const early = endedBy === "owner" ? " The council was ended early by its owner, so some of it may be missing." : "";
  return `${CHAIR} to the question, from the members' newest answers above.${early}
- consensus: what the members agree on, each point in a sentence; none where they agree on nothing.
- contradictions: where they contradict one another: what each side says, and which is better founded.
- onlyOne: what only one of them saw and that matters: participantId, one of ${activeIn(input).join(", ")}, and the point.
- blindSpots: what none of them saw, and what would have to be known.
- answer: the answer as a whole, for somebody who has read none of the others. Take what is best founded, decide where they contradict one another, and say what stays open.${conclusionTask(input)}`;
}

interface About {
  config: DebateConfig;
  active?: string[] | undefined;
}

function activeIn({ config, active }: About): string[] {
  return active ?? config.participants.map(({ id }) => id);
}

function conclusionTask(about: About): string {
  const { config } = about;
  if (!config.conclusion) return "";
  const { label } = fencesOf(config);
  const shape = shapeOf(config, activeIn(about));
  const people = config.participants.filter(({ id }) => shape.active.includes(id));
  const named = people.map(({ id, name }) => `${id} (${label(name)})`).join(", ");
  return `\n- ${CONCLUSION}: what it means for the person who asked, who has not read the record. ${conclusionFields(shape, named).replaceAll("\n- ", "\n  - ")}`;
}

function councilSchema(about: About) {
  return z.strictObject({
    consensus: z.array(filled),
    contradictions: z.array(filled),
    onlyOne: z.array(z.strictObject({ participantId: z.enum(activeIn(about)), point: filled })),
    blindSpots: z.array(filled),
    answer: filled,
  });
}

function schemaFor(about: About) {
  const schema = councilSchema(about);
  if (!about.config.conclusion) return schema;
  return schema.extend({ [CONCLUSION]: conclusionSchema(shapeOf(about.config, activeIn(about))) });
}

type Written = Pick<Council, "answer" | "consensus" | "contradictions" | "onlyOne" | "blindSpots">;

/** `conclusion` null: it was faulty twice. undefined: none was asked for. */
interface ChairReading {
  council: Written;
  conclusion?: ConclusionText | null;
}

export function readChair(text: string, record: ShownRecord & { wasRefused: boolean }): Reading<ChairReading> {
  const rest = (own: string): Reading<Written> => readAnswer<Written>(own, { schema: councilSchema(record) });
  if (record.config.conclusion) {
    const turns = newestAnswers(record.turns);
    const reading = readWithConclusion(text, { rest, record: { ...record, turns }, wasRefused: record.wasRefused });
    return reading.ok
      ? { ok: true, value: { council: reading.value.rest, conclusion: reading.value.conclusion } }
      : reading;
  }
  const reading = rest(text);
  return reading.ok ? { ok: true, value: { council: reading.value } } : reading;
}
