/** The judge's ruling on answers that were given alone, before round 1: what it is asked, and how it is read. */
import { z } from "zod";
import type { DebateConfig } from "../config.ts";
import type { View } from "../context/view.ts";
import { rubricOf } from "../judging/rubric.ts";
import type { Verdict } from "../schemas/ballot.ts";
import type { Turn } from "../schemas/turn.ts";
import { outputSchema, readAnswer } from "./answer.ts";
import { strangeTurns } from "./cited-turns.ts";
import { judgePrompt } from "./judge.ts";
import type { Prompt, Reading } from "./prompt.ts";
import { scored, type VerdictRules, verdictFields, verdictSchema } from "./verdict.ts";

interface BlindVerdictInput {
  config: DebateConfig;
  /** The answers. */
  turns: Turn[];
  /** Ids of those to rule on; all participants when left out. */
  active?: string[];
  /** What was wrong with the last answer: the judge is shown it and asked more strictly. */
  faults?: string[];
  /** What of the answers is shown; all of them when left out. */
  view?: View | undefined;
}

export function buildBlindVerdictPrompt({ config, turns, active: given, faults, view }: BlindVerdictInput): Prompt {
  const active = given ?? config.participants.map((p) => p.id);
  return judgePrompt({
    config,
    turns,
    assessments: [],
    task: blindTask(active),
    output: outputSchema("blind_verdict", schemaOf(active, config)),
    faults,
    view,
  });
}

/** How the last block of such a prompt begins. */
export const RULE_ALONE = "The debate has not begun";

function blindTask(active: string[]): string {
  return `${RULE_ALONE}: each participant has answered the topic alone, without seeing the others. Rule on these answers as on a debate.
- unanimous: true only when all of them give the same answer to the topic, whatever their reasons; false when one differs in what matters.
- summary: what was answered.
${verdictFields(active)}`;
}

function schemaOf(active: string[], { judge }: DebateConfig) {
  return z.strictObject({ unanimous: z.boolean(), ...verdictSchema(active, rubricOf(judge)).shape });
}

interface BlindRuling {
  verdict: Verdict;
  /** All give the same answer to the topic. */
  unanimous: boolean;
}

/** Reads a judge's answer. All faults come at once, as sentences. */
export function readBlindVerdict(text: string, { config, active, turnIds }: VerdictRules): Reading<BlindRuling> {
  const reading = readAnswer(text, {
    schema: schemaOf(active, config),
    check: (raw) => strangeTurns(raw, turnIds),
  });
  if (!reading.ok) return reading;
  const { unanimous, ...verdict } = reading.value;
  return { ok: true, value: { verdict: scored(verdict, rubricOf(config.judge)), unanimous } };
}
