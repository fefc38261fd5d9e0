/** What assessments and verdicts have in common: the judge's role, the transcript as it reads it, the task's frame. */
import type { DebateConfig } from "../config.ts";
import { type View, verbatim } from "../context/view.ts";
import { rubricLines, rubricOf } from "../judging/rubric.ts";
import type { Assessment } from "../schemas/assessment.ts";
import type { Turn } from "../schemas/turn.ts";
import { debateFacts, formatRules } from "./facts.ts";
import { FENCE_RULE, fence } from "./fence.ts";
import { judgedTurn } from "./judged-turn.ts";
import type { OutputSchema, Prompt } from "./prompt.ts";
import { stricter } from "./stricter.ts";
import { recap, visibleTurns } from "./transcript.ts";

const ROLE = `You judge a debate between language models.
- Be impartial. Your own view of the topic does not count, nor do the order of the speakers, length, style or confidence.
- Be specific. Every finding cites the turns that it rests on by their ids, for example T3. Judge only what was said.
- Be decisive. Use the whole scale, say plainly who argued better, and say whether more debate is worth having.`;

const SIGNS = `How to recognise what you flag:
- repetitive: turns make the points of earlier turns again, in other words or the same, without new reasons or evidence.
- drifting: turns leave the topic, or argue about something else than what was asked.
- diminishingReturns: the last round added little to the rounds before, and the next is likely to add less.
- convergenceReached: the participants now hold the same on what matters; what still divides them is detail. Politeness alone is not convergence.`;

/** The rubric comes with the facts when a custom system prompt has replaced the built-in one. */
interface JudgePromptInput {
  config: DebateConfig;
  turns: Turn[];
  assessments: Assessment[];
  task: string;
  output: OutputSchema;
  /** What was wrong with the last answer. */
  faults?: string[] | undefined;
  /** What of the transcript is shown; all of it when left out. */
  view?: View | undefined;
}

/** Facts, rounds with their assessments, and in the last block the task. */
export function judgePrompt(input: JudgePromptInput): Prompt {
  const custom = input.config.judge?.systemPrompt;
  const facts = debateFacts(input.config, { withIds: true });
  return {
    system: custom ?? [ROLE, rubric(input.config), SIGNS, FENCE_RULE].join("\n\n"),
    messages: [
      {
        role: "user",
        content: [
          custom === undefined ? facts : `${[facts, rubric(input.config), FENCE_RULE].join("\n")}\n`,
          ...recap(input.view),
          ...record(input),
          taskBlock(input),
        ],
      },
    ],
    output: input.output,
    source: custom === undefined ? "built-in" : "custom",
  };
}

function rubric({ judge }: DebateConfig): string {
  return ["The rubric. Score each participant 0 to 10 by each criterion:", ...rubricLines(rubricOf(judge))].join("\n");
}

/**
 * Each round's turns, then what the judge said of it: text is only ever added at the end. A round of which nothing is
 * shown takes its assessment along.
 */
function record({ turns, assessments, view }: JudgePromptInput): string[] {
  const seen = verbatim(visibleTurns(turns), view);
  const rounds = [...new Set(seen.map((turn) => turn.round))];
  return rounds.flatMap((round) => [
    ...seen.filter((turn) => turn.round === round).flatMap(judgedTurn),
    ...assessments.filter((a) => a.round === round).map(assessmentBlock),
  ]);
}

function assessmentBlock(assessment: Assessment): string {
  const flags = Object.entries(assessment.flags).flatMap(([name, set]) => (set ? [name] : []));
  const text = [
    `Quality ${assessment.qualityScore} of 10. Flags: ${flags.join(", ") || "none"}.`,
    ...assessment.assessments.map((a) => `${a.participant}: ${a.score} of 10.`),
    assessment.reasoning,
  ].join("\n");
  return `Your assessment of round ${assessment.round}:\n${fence("assessment", text, { round: assessment.round })}`;
}

const MEND = "Mend every fault, keep exactly to the schema, and write nothing but the JSON object.";

function taskBlock({ config, task, output, faults = [] }: JudgePromptInput): string {
  return [
    task,
    formatRules(config),
    "Answer with one JSON object and nothing else: no text around it, no code fence. It follows this JSON Schema:",
    JSON.stringify(output.schema),
    ...(faults.length > 0 ? stricter(faults, MEND) : []),
  ].join("\n");
}
