/** What the judge of a dialectic debate is told, whatever it is asked: its role, the problem, what was written. */
import type { DebateConfig } from "../config.ts";
import { type View, verbatim } from "../context/view.ts";
import { isSpoken } from "../interjections.ts";
import { roleOf } from "../roles/registry.ts";
import type { Turn } from "../schemas/turn.ts";
import { problemFacts } from "./dialectic.ts";
import { FENCE_RULE, fence } from "./fence.ts";
import { judgedTurn } from "./judged-turn.ts";
import { newestProposals } from "./perspective.ts";
import type { OutputSchema, Prompt } from "./prompt.ts";
import { stricter } from "./stricter.ts";
import { recap, visibleTurns } from "./transcript.ts";

const DUTY = `You lead agents that solve a problem together, and you judge what they wrote.
- Be impartial: neither the order of the agents nor length, style or confidence counts.
- Be specific: cite the turns that your words rest on by their ids, for example T7.
- Rely only on what stands in the turns.`;

const MEND = "Mend every fault, keep exactly to the schema, and write nothing but the JSON object.";

interface JudgePromptInput {
  config: DebateConfig;
  turns: Turn[];
  task: string;
  output: OutputSchema;
  faults?: string[] | undefined;
  /** What of the transcript is shown; all of it when left out. */
  view?: View | undefined;
  /** What all turns say in brief; the newest proposals alone are shown word for word then. */
  summary?: string | undefined;
}

export function dialecticJudgePrompt({
  config,
  turns,
  task,
  output,
  faults = [],
  view,
  summary,
}: JudgePromptInput): Prompt {
  const custom = config.judge?.systemPrompt;
  const facts = problemFacts(config);
  const ask = [
    task,
    "Answer with one JSON object and nothing else: no text around it, no code fence. It follows this JSON Schema:",
    JSON.stringify(output.schema),
    ...(faults.length > 0 ? stricter(faults, MEND) : []),
  ];
  return {
    system: custom ?? [roleOf(config.judge?.role).system, DUTY, FENCE_RULE].join("\n\n"),
    messages: [
      {
        role: "user",
        content: [
          custom === undefined ? facts : `${facts}${FENCE_RULE}\n`,
          ...recap(view),
          ...(summary === undefined ? [] : [`${IN_BRIEF}\n${fence("summary", summary)}`]),
          ...verbatim(summary === undefined ? shown(config, turns) : besideSummary(turns), view).flatMap(judgedTurn),
          ask.join("\n"),
        ],
      },
    ],
    output,
    source: custom === undefined ? "built-in" : "custom",
  };
}

const IN_BRIEF = "What was written, in brief; after it the newest proposals, word for word:";

/** What a summary of all turns does not take the place of: each agent's newest proposal, and what the owner said. */
export function besideSummary(turns: Turn[]): Turn[] {
  const seen = visibleTurns(turns);
  const newest = new Set(newestProposals(seen).values());
  return seen.filter((turn) => newest.has(turn) || !isSpoken(turn));
}

/** All turns, or those of the last round and the proposals that it began with. */
function shown(config: DebateConfig, turns: Turn[]): Turn[] {
  const seen = visibleTurns(turns);
  if (config.dialectic?.includeFullHistory !== false) return seen;
  const last = Math.max(0, ...seen.map((turn) => turn.round));
  return seen.filter((turn) => turn.round === last || (turn.round === last - 1 && turn.phase === "refinement"));
}
