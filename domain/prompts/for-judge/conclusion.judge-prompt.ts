/** The conclusion of a judged debate: its prompt, over the outcome and the ballots' reasons. */
import type { Outcome } from "../../judge/conclusion/outcome.judging.ts";
import type { BenchAnswer } from "../../shapes/schemas/result.schema.ts";
import { conclusionFields, conclusionSchema, shapeOf } from "../conclusion/schema.prompt.ts";
import { fencesOf } from "../fences/fences.ts";
import type { Fences } from "../fences/marks.ts";
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
  return judgePrompt({ ...input, does: "reads", assessments: [], task, output, showsStatus: true });
}

/** The last block of the prompt begins with this. */
export const CONCLUDE = "The ballots are counted. Write the conclusion";

const SAME_CLAIM = "\nName a claim that was checked above in the same words: it keeps its status and its passages.";

const CONTESTED =
  "the outcome is contested, since the ballots name different winners. Tell it so: name no winner and no holder, and say in whyOther what divides them";

function ruling({ config }: ConclusionPromptInput, outcome: Outcome): string {
  const { fence } = fencesOf(config);
  const { contested, bench, ballots } = outcome;
  const told = bench
    ? [`Who argued better: ${contested ? "the ballots disagree" : won(outcome)}.`, ...benchLines(bench, fence)]
    : [`The outcome, which you do not change: ${contested ? CONTESTED : won(outcome)}.`];
  return [
    [...told, "The ballots with their reasons:"].join(" "),
    ...ballots.map(({ winner, answer, reasoning }, i) =>
      fence("ballot", answer === undefined ? reasoning : `${reasoning}\n\nIts answer: ${answer}`, {
        number: i + 1,
        for: winner ?? "nobody",
      }).trimEnd(),
    ),
  ].join("\n");
}

function won({ side, winner }: Outcome): string {
  if (side) return `the side ${side} won`;
  return winner === null ? "nobody argued better" : `${winner} argued best`;
}

/** Whoever argued better may be wrong, so the answer is another finding. */
function benchLines({ choice, text, disputed, given }: BenchAnswer, fence: Fences["fence"]): string[] {
  const counted = given.map((each) => `${each.choice ?? "another answer"} ${each.ballots}`).join(", ");
  const other =
    "Where the record supports another answer, give that one, and say in whyOther why: the judges are then asked whether they agree.";
  if (disputed)
    return [
      `To the question itself the judges answer differently (${counted}), so no answer of theirs stands. Write the one that the record supports, with its conditions; the judges are then asked whether they agree.`,
    ];
  return [
    `To the question itself the judges answer ${choice ?? "none of these"} (${counted}), in the words of one of them:\n${fence("ballot", text ?? "", { answers: choice ?? "another answer" }).trimEnd()}\nThis is the answer to write, better worded and with its conditions. ${other}`,
  ];
}
