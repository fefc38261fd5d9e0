/** The judge's ruling on the answers that participants gave alone, before round 1. */
import { z } from "zod";
import { rubricOf } from "../../judging/rubric.ts";
import type { DebateConfig } from "../../plan/config.ts";
import type { CastBallot } from "../../schemas/ballot.ts";
import { outputSchema, readAnswer } from "../answer.ts";
import type { Prompt, Reading } from "../prompt.ts";
import { type JudgeInput, judgePrompt } from "./judge.ts";
import { coherent, type VerdictRules, verdictFields, verdictRules, verdictSchema } from "./verdict.ts";

interface BlindVerdictInput extends JudgeInput {
  /** Ids of the participants to rule on; all if missing. */
  active?: string[];
}

export function buildBlindVerdictPrompt(input: BlindVerdictInput): Prompt {
  const active = input.active ?? input.config.participants.map((p) => p.id);
  const output = outputSchema("blind_verdict", schemaOf(active, input.config));
  return judgePrompt({ ...input, assessments: [], task: blindTask(active), output });
}

/** The last block of the prompt begins with this. */
export const RULE_ALONE = "The debate has not begun";

function blindTask(active: string[]): string {
  return `${RULE_ALONE}: each participant has answered the topic alone, without seeing the others. Rule on these answers as on a debate.
- unanimous: true only when all of them give the same answer to the topic, whatever their reasons; false when one differs in what matters.
${verdictFields(active)}
- summary: what was answered.`;
}

function schemaOf(active: string[], { judge }: DebateConfig) {
  return z.strictObject({ unanimous: z.boolean(), ...verdictSchema(active, rubricOf(judge)).shape });
}

export type Ruling = Pick<CastBallot, "verdict" | "unanimous">;

/** Returns all faults as sentences. */
export function readBlindVerdict(text: string, rules: VerdictRules): Reading<Ruling> {
  const schema = schemaOf(rules.active, rules.config);
  const reading = coherent(readAnswer(text, { schema, ...verdictRules(rules) }), rules);
  if (!reading.ok) return reading;
  const { unanimous, ...verdict } = reading.value;
  return { ok: true, value: { verdict, unanimous } };
}
