/** Simulated questions, counted as those of a debate: how often the answer is right, by plain counting and with weights. */

import { countRounds } from "../../domain/rules/answers/count-rounds.ts";
import type { AnswerForm } from "../../domain/shapes/schemas/answer-form.ts";
import { configFor, turnOf } from "../support/debates/transcripts.ts";
import { createDice } from "./dice.ts";

/** How often each voter is right. Somebody who is right less often than a guess is among them. */
const VOTERS = {
  equal: { title: "five of 60 %", accuracies: [0.6, 0.6, 0.6, 0.6, 0.6] },
  weak: { title: "five of 40 %", accuracies: [0.4, 0.4, 0.4, 0.4, 0.4] },
  strong: { title: "one of 90 %, four of 50 %", accuracies: [0.9, 0.5, 0.5, 0.5, 0.5] },
  crowd: { title: "one of 70 %, four of 40 %", accuracies: [0.7, 0.4, 0.4, 0.4, 0.4] },
  spread: { title: "80, 70, 60, 50 and 40 %", accuracies: [0.8, 0.7, 0.6, 0.5, 0.4] },
  guessers: { title: "three of 80 %, two of 20 %", accuracies: [0.8, 0.8, 0.8, 0.2, 0.2] },
};

interface World {
  title: string;
  form: AnswerForm;
  /** How many wrong answers there are in truth. */
  wrong: number;
  /** Half of the wrong answers are the first of them. */
  isTempting?: true;
  /** In this share of questions all err alike: who is right less often is wrong wherever one is who is right more often. */
  shared?: number;
}

const choice = (options: number): AnswerForm => ({
  type: "choice",
  options: Array.from({ length: options }, (_, i) => `option ${i}`),
});
const NUMBER: AnswerForm = { type: "number" };

const WORLDS: World[] = [
  { title: "yes or no", form: choice(2), wrong: 1 },
  { title: "yes or no, 30 % err alike", form: choice(2), wrong: 1, shared: 0.3 },
  { title: "four options", form: choice(4), wrong: 3 },
  { title: "four options, one tempts", form: choice(4), wrong: 3, isTempting: true },
  { title: "four options, 30 % err alike", form: choice(4), wrong: 3, shared: 0.3 },
  { title: "a number, 1 wrong", form: NUMBER, wrong: 1 },
  { title: "a number, 4 wrong", form: NUMBER, wrong: 4 },
  { title: "a number, 4 wrong, 30 % err alike", form: NUMBER, wrong: 4, shared: 0.3 },
  { title: "a number, 20 wrong", form: NUMBER, wrong: 20 },
  { title: "a number, 4 wrong, and that is given", form: { ...NUMBER, wrongAnswers: 4 }, wrong: 4 },
];

/** Questions by which an experiment would measure how often each voter is right. */
export const MEASURED_ON = 100;

/** Percent of the questions; of a tie each answer has its part. */
interface Right {
  title: string;
  plain: number;
  weighed: number;
  /** Weighed by shares that were measured, and so are inexact. */
  measured: number;
}

/** The same answers are counted each way. */
export function weighedGrid(questions: number): Right[] {
  return WORLDS.flatMap((world) =>
    Object.values(VOTERS).map(({ title, accuracies }) => {
      const draw = drawing(world, accuracies);
      const all = Array.from({ length: questions }, draw);
      const known = byVoter(accuracies);
      const measure = measuring(accuracies);
      const right = (weightsOf?: () => Record<string, number>) =>
        percent(all.reduce((sum, answers) => sum + partRight(answers, world.form, weightsOf?.()), 0) / questions);
      return {
        title: `${world.title}: ${title}`,
        plain: right(),
        weighed: right(() => known),
        measured: right(measure),
      };
    }),
  );
}

function byVoter(accuracies: readonly number[]): Record<string, number> {
  return Object.fromEntries(accuracies.map((accuracy, i) => [`p${i + 1}`, accuracy]));
}

/** Within what a request may give. */
function measuring(accuracies: readonly number[]): () => Record<string, number> {
  const roll = createDice();
  const share = (accuracy: number) =>
    Array.from({ length: MEASURED_ON }, () => roll() < accuracy).filter(Boolean).length / MEASURED_ON;
  return () => byVoter(accuracies.map((accuracy) => Math.min(0.99, Math.max(0.01, share(accuracy)))));
}

/** The right answer is number 0. */
function drawing({ wrong, isTempting, shared = 0 }: World, accuracies: readonly number[]): () => number[] {
  const roll = createDice();
  const error = () => (isTempting && roll() < 0.5 ? 1 : 1 + Math.floor(roll() * wrong));
  return () => {
    if (roll() >= shared) return accuracies.map((accuracy) => (roll() < accuracy ? 0 : error()));
    const [luck, same] = [roll(), error()];
    return accuracies.map((accuracy) => (luck < accuracy ? 0 : same));
  };
}

const config = configFor({ speakers: 5 });

function partRight(answers: readonly number[], form: AnswerForm, accuracies?: Record<string, number>): number {
  const textOf = (answer: number) => (form.type === "choice" ? (form.options[answer] ?? "") : String(answer));
  const turns = answers.map((answer, i) =>
    turnOf(
      config,
      { round: 1, index: i + 1 },
      { participantId: `p${i + 1}`, answer: { reasoning: "So.", answer: textOf(answer), confidence: 60 } },
    ),
  );
  const { answer, tied = [] } = countRounds({
    config: { ...config, answers: form, ...(accuracies && { accuracies }) },
    turns,
    groups: null,
  });
  if (answer !== null) return answer === textOf(0) ? 1 : 0;
  return tied.includes(textOf(0)) ? 1 / tied.length : 0;
}

function percent(share: number): number {
  return Math.round(share * 10_000) / 100;
}
