/** Simulated questions of three difficulties, bought and counted as those of a debate: all answers at once, one after the other until the leader is safe, and with a debate where the vote stays close. */

import { countRounds } from "../../domain/rules/answers/count-rounds.ts";
import { answerKey } from "../../domain/rules/answers/key.answers.ts";
import { campsDebating, isClose, isVoteOver, standingOf } from "../../domain/rules/answers/vote.answers.ts";
import { defaultOf } from "../../domain/shapes/options.shape.ts";
import type { VotePlan } from "../../domain/shapes/plan/plan.ts";
import type { Turn } from "../../domain/shapes/schemas/turn.schema.ts";
import { configFor, turnOf } from "../support/debates/transcripts.ts";
import { createDice } from "./dice.ts";

/** As a request gets it that says no more than `vote: {}` and `gate: {}`. */
const USUAL: Required<VotePlan> = {
  most: defaultOf("vote/most"),
  stopAt: defaultOf("vote/stopAt"),
  lead: defaultOf("gate/lead"),
};

/** How often an answer is right, on average; from question to question it varies by 15 points up or down. */
const DIFFICULTIES = {
  easy: { title: "easy: 85 % of answers are right", right: 0.85, tempting: 0.5 },
  medium: { title: "medium: 65 %", right: 0.65, tempting: 0.5 },
  hard: { title: "hard: 45 %", right: 0.45, tempting: 0.6 },
};
type Difficulty = (typeof DIFFICULTIES)[keyof typeof DIFFICULTIES];
const VARIES = 0.15;

const OPTIONS = ["right", "tempting", "third", "fourth", "fifth"];
const [RIGHT = "", TEMPTING = "", ...OTHERS] = OPTIONS;
const PARTICIPANTS = 3;

interface Way {
  vote: VotePlan;
  /** All answers are bought, whatever they are. */
  all?: true;
  /** How often whoever debates finds the right answer where it is among those that are shown. Left out: nobody debates. */
  checks?: number;
}

interface Bought {
  /** Percent of the questions; of a tie each answer has its part. */
  right: number;
  /** Answers a question, those of the debate included. */
  answers: number;
}

/** All ways get the same answers in the same order. */
function buy({ right, tempting }: Difficulty, ways: readonly Way[], questions: number): Bought[] {
  const sums = ways.map(() => ({ right: 0, answers: 0 }));
  const roll = createDice(11);
  for (let question = 0; question < questions; question++) {
    const share = Math.min(0.99, right + VARIES * (2 * roll() - 1));
    const answer = () =>
      roll() < share ? RIGHT : roll() < tempting ? TEMPTING : (OTHERS[Math.floor(roll() * OTHERS.length)] ?? "");
    const most = Math.max(...ways.map(({ vote }) => vote.most));
    const stream = Array.from({ length: most }, answer);
    const luck = Array.from({ length: PARTICIPANTS }, () => [roll(), roll()] as const);
    ways.forEach((way, i) => {
      const { part, answers } = outcomeOf(way, { stream, luck });
      const sum = sums[i]!;
      sum.right += part;
      sum.answers += answers;
    });
  }
  return sums.map((sum) => ({
    right: Math.round((sum.right / questions) * 1_000) / 10,
    answers: Math.round((sum.answers / questions) * 10) / 10,
  }));
}

const config = configFor({ speakers: PARTICIPANTS });

function outcomeOf(
  { vote, all, checks }: Way,
  { stream, luck }: { stream: readonly string[]; luck: readonly (readonly [number, number])[] },
): { part: number; answers: number } {
  const keyed = stream.map((answer) => ({ key: answerKey(answer), answer }));
  const standingAfter = (bought: number) => standingOf(keyed.slice(0, bought), { type: "choice" });
  const isOver = (after: number) => !all && isVoteOver(standingAfter(after), { ...vote, bought: after });
  let bought = 1;
  while (bought < vote.most && !isOver(bought)) bought += 1;
  const given = keyed.slice(0, bought);
  const said = given.map(({ answer }, i) => turn(1, i + 1, answer));
  if (checks === undefined || !isClose(standingAfter(bought), vote))
    return { part: partRight(said, vote), answers: bought };
  const shown = campsDebating(given, { type: "choice", participants: PARTICIPANTS }).map(
    ({ of }) => of[0]?.answer ?? "",
  );
  const debated = shown.map((_, i) => turn(2, i + 1, settled(shown, { checks, luck: luck[i] ?? [0, 0] })));
  return { part: partRight([...said, ...debated], vote), answers: bought + debated.length };
}

/** Whoever does not find the right answer takes one of the others. */
function settled(
  shown: readonly string[],
  { checks, luck: [found, other] }: { checks: number; luck: readonly [number, number] },
): string {
  if (shown.includes(RIGHT) && found < checks) return RIGHT;
  const wrong = shown.filter((answer) => answer !== RIGHT);
  return wrong[Math.floor(other * wrong.length)] ?? RIGHT;
}

function turn(round: number, index: number, answer: string): Turn {
  const given = { reasoning: "So.", answer, confidence: 60 };
  return turnOf(
    config,
    { round, index },
    { participantId: `p${1 + ((index - 1) % PARTICIPANTS)}`, phase: "answer", answer: given },
  );
}

function partRight(turns: readonly Turn[], vote: VotePlan): number {
  const question = {
    type: "choice",
    peers: "all",
    show: "answers-and-reasons",
    anonymous: true,
    gate: false,
    vote,
  } as const;
  const { answer, tied = [] } = countRounds({
    config: { ...config, answers: { type: "choice", options: OPTIONS }, question, maxRounds: 2 },
    turns,
    groups: null,
  });
  if (answer !== null) return answer === RIGHT ? 1 : 0;
  return tied.includes(RIGHT) ? 1 / tied.length : 0;
}

/** The rows of the table, and their mean. */
export function sequentialTable(questions: number): { title: string; cells: Bought[] }[] {
  const ways: Way[] = [
    { vote: USUAL, all: true },
    { vote: USUAL },
    { vote: USUAL, checks: 0.6 },
    { vote: USUAL, checks: 0.5 },
  ];
  const rows = Object.values(DIFFICULTIES).map((difficulty) => ({
    title: difficulty.title,
    cells: buy(difficulty, ways, questions),
  }));
  const mean = (of: (cell: Bought) => number, i: number) =>
    Math.round((rows.reduce((sum, { cells }) => sum + of(cells[i]!), 0) / rows.length) * 10) / 10;
  const means = ways.map((_, i) => ({
    right: mean(({ right }) => right, i),
    answers: mean(({ answers }) => answers, i),
  }));
  return [...rows, { title: "all three", cells: means }];
}

export function printSequential(questions: number): void {
  const { most, stopAt, lead } = USUAL;
  console.log(
    `\nQuestions with five options: right, %, and answers bought. A vote ends at ${stopAt}, or after ${most} answers; the debate follows below a lead of ${lead}.\n`,
  );
  console.log(
    `| questions | ${most} answers: right | answers | vote: right | answers | vote, then a debate of whom 60 % find the right answer: right | answers | of whom 50 % do: right | answers |`,
  );
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const { title, cells } of sequentialTable(questions))
    console.log(`| ${title} | ${cells.map(({ right, answers }) => `${right} | ${answers}`).join(" | ")} |`);
}
