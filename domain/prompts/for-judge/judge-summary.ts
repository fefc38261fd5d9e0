/**
 * The summary of a dialectic debate that its judge reads instead of all turns
 * (docs/design/debate.md#110-context-window).
 */

import { verbatim } from "../../shapes/context/view.shape.ts";
import { fencesOf } from "../fences/fences.ts";
import { problemFacts } from "../parts/facts.prompt-part.ts";
import type { Prompt } from "../parts/prompt.prompt-part.ts";
import { recap, visibleTurns } from "../parts/transcript.prompt-part.ts";
import { summaryPrompt } from "../summary/frame.prompt.ts";
import { SUMMARIZE } from "../summary/perspective-summary.ts";
import type { JudgeInput } from "./judge.judge-prompt.ts";
import { judgedTurn } from "./judged-turn.ts";

const SYSTEM = `You summarise what several agents wrote while they solve a problem together. Their judge makes one solution with your summary and each agent's newest proposal, and does not read the rest.
- Keep each agent's arguments, the critiques and from whom they came, and what became of them.
- Keep agreement and disagreement, evidence and examples, numbers and references, and how the proposals changed. Cite turns by their ids.
- Add nothing of your own, and judge nothing.`;

export function buildJudgeSummaryPrompt({ config, turns, faults, view }: JudgeInput): Prompt {
  const fences = fencesOf(config);
  const limit = `${config.dialectic?.summaries.maxLength ?? 0} characters`;
  const shown = verbatim(visibleTurns(turns), view).flatMap((turn) => judgedTurn(turn, fences));
  return summaryPrompt({
    config,
    system: SYSTEM,
    blocks: [problemFacts(config), ...recap(view, fences), ...shown],
    task: `${SUMMARIZE} the judge, which is all of the above, in plain prose of at most ${limit}.`,
    limit,
    faults,
  });
}
