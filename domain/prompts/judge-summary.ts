/** All that was written in a dialectic debate in brief, for its judge: what the judge's model is asked (spec §1.10). */
import type { DebateConfig } from "../config.ts";
import { type View, verbatim } from "../context/view.ts";
import type { Turn } from "../schemas/turn.ts";
import { problemFacts } from "./dialectic.ts";
import { FENCE_RULE } from "./fence.ts";
import { judgedTurn } from "./judged-turn.ts";
import { SUMMARIZE } from "./perspective-summary.ts";
import type { Prompt } from "./prompt.ts";
import { stricter } from "./stricter.ts";
import { recap, visibleTurns } from "./transcript.ts";

interface JudgeSummaryInput {
  config: DebateConfig;
  /** All whole turns, as judges are shown them. */
  turns: Turn[];
  faults?: string[] | undefined;
  /** What of the transcript is shown; all of it when left out. */
  view?: View | undefined;
}

const SYSTEM = `You summarise what several agents wrote while they solve a problem together. Their judge makes one solution with your summary and each agent's newest proposal, and does not read the rest.
- Keep each agent's arguments, the critiques and from whom they came, and what became of them.
- Keep agreement and disagreement, evidence and examples, numbers and references, and how the proposals changed. Cite turns by their ids.
- Add nothing of your own, and judge nothing.`;

export function buildJudgeSummaryPrompt({ config, turns, faults = [], view }: JudgeSummaryInput): Prompt {
  const limit = config.dialectic?.summaries.maxLength ?? 0;
  const task = [
    `${SUMMARIZE} the judge, which is all of the above, in plain prose of at most ${limit} characters.`,
    ...(faults.length > 0 ? stricter(faults, `Write at most ${limit} characters.`) : []),
  ];
  const shown = verbatim(visibleTurns(turns), view).flatMap(judgedTurn);
  return {
    system: `${SYSTEM}\n\n${FENCE_RULE}`,
    messages: [{ role: "user", content: [problemFacts(config), ...recap(view), ...shown, task.join("\n")] }],
    source: "built-in",
  };
}
