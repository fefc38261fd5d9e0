/** An agent's own view of a dialectic debate in brief: what its model is asked, and how the answer is read. */
import type { DebateConfig } from "../config.ts";
import { rulesFor } from "../dialectic-summaries.ts";
import type { Turn } from "../schemas/turn.ts";
import { problemFacts } from "./dialectic.ts";
import { FENCE_RULE, fence, label } from "./fence.ts";
import { type OlderView, ownView } from "./perspective.ts";
import type { Prompt, Reading } from "./prompt.ts";
import { stricter } from "./stricter.ts";
import { turnBlock } from "./transcript.ts";
import { requireParticipant } from "./turn.ts";

interface SummaryPromptInput {
  config: DebateConfig;
  participantId: string;
  /** All whole turns so far. */
  turns: Turn[];
  /** The summary before: only what came since is read whole. */
  earlier?: OlderView | undefined;
  faults?: string[];
}

/** How the last block of a summary's prompt begins. */
export const SUMMARIZE = "Summarise the view of";

const SYSTEM = `You summarise what one agent wrote and was told while several agents solve a problem. The agent goes on working with your summary instead of the texts.
- Keep the arguments that its proposal rests on, the critiques that it received and from whom, and what became of them.
- Keep agreement and disagreement, evidence and examples, numbers and references, and how the proposal changed.
- Add nothing of your own, and judge nothing.`;

export function buildPerspectiveSummaryPrompt(input: SummaryPromptInput): Prompt {
  const { config, participantId, turns, earlier, faults = [] } = input;
  const me = requireParticipant(config, participantId);
  const before = earlier ? [`What was summarised before:\n${fence("summary", earlier.text)}`] : [];
  const limit = config.dialectic ? rulesFor(config.dialectic, participantId).maxLength : 0;
  const task = [
    `${SUMMARIZE} ${label(me.name)} in plain prose of at most ${limit} characters.`,
    ...(faults.length > 0 ? stricter(faults, `Write at most ${limit} characters.`) : []),
  ];
  return {
    system: `${SYSTEM}\n\n${FENCE_RULE}`,
    messages: [
      {
        role: "user",
        content: [
          problemFacts(config),
          ...before,
          ...ownView(turns, participantId, earlier?.round).map(turnBlock),
          task.join("\n"),
        ],
      },
    ],
    source: "built-in",
  };
}

/** Characters of what a summary is made of. */
export function viewLength({ turns, participantId, earlier }: Omit<SummaryPromptInput, "config">): number {
  const since = ownView(turns, participantId, earlier?.round);
  return since.reduce((sum, turn) => sum + turn.text.length, earlier?.text.length ?? 0);
}

export function readPerspectiveSummary(text: string, { maxLength }: { maxLength: number }): Reading<string> {
  const summary = text.trim();
  if (summary.length <= maxLength) return { ok: true, value: summary };
  return { ok: false, faults: [`The summary has ${summary.length} characters: at most ${maxLength} are allowed.`] };
}
