/** The frame of assessments, votes and verdicts: the judge's role, the transcript, the task. */

import { type View, verbatim } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Assessment } from "../../shapes/schemas/assessment.schema.ts";
import type { ClaimCheck } from "../../shapes/schemas/claims.schema.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import type { Fences } from "../fences/marks.ts";
import { commonSystem, isReadByJudge, judgeInLast } from "../parts/common-rules.ts";
import { debateFacts, formatRules } from "../parts/facts.prompt-part.ts";
import { ASK_FOR_JSON, houseRules, MEND_JSON, systemAndFacts } from "../parts/frame.prompt-part.ts";
import { type JudgeTask, judgeIntro, judgeRules } from "../parts/judge-rules.ts";
import type { OutputSchema, Prompt } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";
import { recap, turnBlock, visibleTurns } from "../parts/transcript.prompt-part.ts";
import { claimBlocks } from "./claim-blocks.ts";
import { judgedTurn, unmatchedBlock } from "./judged-turn.ts";

/** What every prompt to a judge is built from. */
export interface JudgeInput {
  config: DebateConfig;
  /** Failed ones are left out. */
  turns: Turn[];
  /** The faults of the last reply, which the judge is shown when it is asked again. */
  faults?: string[] | undefined;
  /** Claims that were checked against the exhibits, with labels for names. */
  claims?: ClaimCheck[] | undefined;
  /** What of the transcript is shown; all of it if missing. */
  view?: View | undefined;
}

interface JudgePromptInput extends JudgeInput {
  assessments: Assessment[];
  does: JudgeTask;
  task: string;
  output: OutputSchema;
  /** Checked claims are shown with their status. Left out: their passages alone. */
  showsStatus?: true;
}

export function judgePrompt(input: JudgePromptInput): Prompt {
  const { config, does, task, output, faults = [] } = input;
  const fences = fencesOf(config);
  const seen = verbatim(visibleTurns(input.turns), input.view);
  const lastBlock = [
    ...assessmentBlocks(input, seen, fences),
    task,
    ASK_FOR_JSON,
    ...stricter(faults, { ...fences, ending: MEND_JSON }),
  ].join("\n");
  const claims = claimBlocks(input.claims, fences, { turns: input.turns, withStatus: input.showsStatus === true });
  if (isReadByJudge(config)) return alongWithSpeakers(input, { seen, claims, lastBlock });
  const rules = [...judgeRules(config, does), formatRules(config), ...ownersWish(config), ...houseRules(config)];
  const { facts, ...frame } = systemAndFacts(config.judge?.systemPrompt, {
    builtIn: [judgeIntro(does), ...rules],
    facts: debateFacts(config, { withIds: true }),
    moved: `\n${rules.join("\n")}\n`,
  });
  const said = seen.flatMap((turn) => judgedTurn(turn, fences));
  const content = [facts, ...recap(input.view, fences), ...said, ...claims, lastBlock];
  return { ...frame, messages: [{ role: "user", content }], output };
}

/**
 * The judge's prompt begins as the speakers' do, so that a provider's cache serves it. Providers put a schema before
 * everything else, which would end that: so it stands in the last block, until a reply does not match it.
 */
function alongWithSpeakers(
  { config, does, view, output, faults = [] }: JudgePromptInput,
  { seen, claims, lastBlock }: { seen: Turn[]; claims: string[]; lastBlock: string },
): Prompt {
  const fences = fencesOf(config);
  const { systemPrompt } = config.judge ?? {};
  const notes = seen.flatMap((turn) => unmatchedBlock(turn, fences));
  const own = systemPrompt === undefined ? judgeInLast(config) : [systemPrompt, ...judgeRules(config, does)];
  const role = ["You are the judge now.", ...own, ...ownersWish(config)].join("\n\n");
  return {
    system: commonSystem(config),
    messages: [
      {
        role: "user",
        content: [
          debateFacts(config, { withIds: true }),
          ...recap(view, fences),
          ...seen.map((turn) => turnBlock(turn, fences)),
          ...notes,
          ...claims,
          `${role}\n\n${lastBlock}`,
        ],
      },
    ],
    output,
    source: systemPrompt === undefined ? "built-in" : "custom",
    ...(faults.length === 0 && { schemaInText: true as const }),
  };
}

/** The owner's own instructions to the judge. */
export function ownersWish({ judge, fenceKey }: Pick<DebateConfig, "judge" | "fenceKey">): string[] {
  if (!judge?.instructions) return [];
  return [`Further instructions of the debate's owner: ${fencesOf({ fenceKey }).escape(judge.instructions)}`];
}

/**
 * They follow the transcript, so that ballots, which do not show them, begin as assessments do. A round without visible
 * turns drops its assessment too.
 */
function assessmentBlocks({ assessments }: JudgePromptInput, seen: Turn[], fences: Fences): string[] {
  const rounds = new Set(seen.map((turn) => turn.round));
  return assessments.filter(({ round }) => rounds.has(round)).map((a) => assessmentBlock(a, fences));
}

/** Scores alone, so that one scale holds for all rounds. Flags and reasons would lead it to set the same flags again. */
function assessmentBlock({ round, qualityScore, assessments }: Assessment, { fence }: Fences): string {
  const text = [
    `Quality ${qualityScore} of 10.`,
    ...assessments.map(({ participant, score }) => `${participant}: ${score} of 10.`),
  ].join("\n");
  return `Your scores of round ${round}:\n${fence("assessment", text, { round })}`;
}
