/** The conclusion of a judged debate: its prompt, over the outcome and the ballots' reasons. */
import type { Outcome } from "../../judge/conclusion/outcome.judging.ts";
import { conclusionFields, conclusionSchema, shapeOf } from "../conclusion/schema.prompt.ts";
import { fencesOf } from "../fences/fences.ts";
import { outputSchema } from "../parts/answer.prompt-part.ts";
import type { Prompt } from "../parts/prompt.prompt-part.ts";
import { type JudgeInput, judgePrompt } from "./judge.judge-prompt.ts";

interface ConclusionPromptInput extends JudgeInput {
  /** Ids of those who spoke; all if missing. */
  active?: string[];
  /** With labels for participants. Left out in an estimate: nobody has voted yet. */
  outcome?: Outcome | undefined;
}

export function buildConclusionPrompt(input: ConclusionPromptInput): Prompt {
  const { config, outcome } = input;
  const shape = shapeOf(config, input.active ?? config.participants.map(({ id }) => id));
  const task = `${CONCLUDE} for the person who asked, who has not read the record. ${outcome ? ruling(input, outcome) : ""}
${conclusionFields(shape, shape.active.join(", "))}${input.claims?.length ? SAME_CLAIM : ""}`;
  const output = outputSchema("conclusion", conclusionSchema(shape));
  return judgePrompt({ ...input, assessments: [], task, output, showsStatus: true });
}

/** The last block of the prompt begins with this. */
export const CONCLUDE = "The ballots are counted. Write the conclusion";

const SAME_CLAIM = "\nName a claim that was checked above in the same words: it keeps its status and its passages.";

const CONTESTED =
  "the outcome is contested, since the ballots name different winners. Tell it so: name no winner and no holder, and say in whyOther what divides them";

function ruling({ config }: ConclusionPromptInput, outcome: Outcome): string {
  const { fence } = fencesOf(config);
  const { winner, side, contested, ballots } = outcome;
  const won = side ? `the side ${side} won` : winner === null ? "nobody argued better" : `${winner} argued best`;
  return [
    `The outcome, which you do not change: ${contested ? CONTESTED : won}. The ballots with their reasons:`,
    ...ballots.map((ballot, i) =>
      fence("ballot", ballot.reasoning, { number: i + 1, for: ballot.winner ?? "nobody" }).trimEnd(),
    ),
  ].join("\n");
}
