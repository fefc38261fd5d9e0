import { expect, test } from "vitest";
import { prompted } from "../../../activities/models/prompted.ts";
import { BUILT_IN } from "../../../domain/judge/rubric.judging.ts";
import { buildAssessmentPrompt } from "../../../domain/prompts/for-judge/assessment.judge-prompt.ts";
import { buildVerdictPrompt } from "../../../domain/prompts/for-judge/verdict.judge-prompt.ts";
import { buildVotePrompt } from "../../../domain/prompts/for-judge/vote.judge-prompt.ts";
import type { Prompt } from "../../../domain/prompts/parts/prompt.prompt-part.ts";
import { demoCriteria } from "../../../infra/local/demo/criteria.ts";
import { configFor, roundsOf } from "../../support/debates/transcripts.ts";

const base = configFor();
const criteria = [
  { name: "clarity", weight: 3 },
  { name: "cost", weight: 1 },
];
const config = { ...base, judge: { ...base.judge!, criteria } };
const turns = roundsOf(base, 1);

/** As the demo model is asked. */
function read(prompt: Prompt) {
  const call = prompted({ provider: "demo", model: "judge", maxOutputTokens: 1_000 }, prompt);
  const blocks = call.messages.flatMap((m) => m.content);
  return demoCriteria(blocks.at(-1) ?? "", [call.system, ...blocks].join("\n"));
}
const asked = [
  { name: "clarity", weight: 75 },
  { name: "cost", weight: 25 },
];

test("The demo judge scores by its owner's criteria, in an assessment and in a verdict.", () => {
  expect(read(buildAssessmentPrompt({ config, round: 1, turns, assessments: [] }))).toEqual(asked);
  expect(read(buildVerdictPrompt({ config, turns, endedBy: "limit" }))).toEqual(asked);
});

test("The demo judge finds the weights beside a system prompt of the judge's own too.", () => {
  const own = { ...config, judge: { ...config.judge, systemPrompt: "Judge like a poet." } };
  expect(read(buildVerdictPrompt({ config: own, turns, endedBy: "limit" }))).toEqual(asked);
});

test("The demo judge votes by the built-in rubric, since a vote has no scores.", () => {
  expect(read(buildVotePrompt({ config, when: "before", turns: [] }))).toBe(BUILT_IN);
});
