/** The summary of an agent's own view of a dialectic debate: its prompt, and how the reply is read. */

import { rulesFor } from "../../rules/protocols/dialectic-summaries.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { fencesOf } from "../fences/fences.ts";
import { problemFacts } from "../parts/facts.prompt-part.ts";
import { type OlderView, ownView } from "../parts/perspective.ts";
import type { Prompt } from "../parts/prompt.prompt-part.ts";
import { turnBlock } from "../parts/transcript.prompt-part.ts";
import { requireParticipant } from "../speaker/turn.speaker-prompt.ts";
import { earlierSummary, summaryPrompt } from "./frame.prompt.ts";

interface SummaryPromptInput {
  config: DebateConfig;
  participantId: string;
  turns: Turn[];
  /** The previous summary; only later turns are read whole. */
  earlier?: OlderView | undefined;
  faults?: string[];
}

/** The last block of the prompt begins with this. */
export const SUMMARIZE = "Summarise the view of";

const SYSTEM = `You summarise what one agent wrote and was told while several agents solve a problem. The agent goes on working with your summary instead of the texts.
- Keep the arguments that its proposal rests on, the critiques that it received and from whom, and what became of them.
- Keep agreement and disagreement, evidence and examples, numbers and references, and how the proposal changed.
- Add nothing of your own, and judge nothing.`;

export function buildPerspectiveSummaryPrompt(input: SummaryPromptInput): Prompt {
  const { config, participantId, turns, earlier, faults } = input;
  const fences = fencesOf(config);
  const me = requireParticipant(config, participantId);
  const limit = `${config.dialectic ? rulesFor(config.dialectic, participantId).maxLength : 0} characters`;
  const since = ownView(turns, participantId, earlier?.round).map((turn) => turnBlock(turn, fences));
  return summaryPrompt({
    config,
    system: SYSTEM,
    blocks: [problemFacts(config), ...earlierSummary(config, earlier?.text), ...since],
    task: `${SUMMARIZE} ${fences.label(me.name)} in plain prose of at most ${limit}.`,
    limit,
    faults,
  });
}

/** Characters that the summary condenses. */
export function viewLength({ turns, participantId, earlier }: Omit<SummaryPromptInput, "config">): number {
  const since = ownView(turns, participantId, earlier?.round);
  return since.reduce((sum, turn) => sum + turn.text.length, earlier?.text.length ?? 0);
}
