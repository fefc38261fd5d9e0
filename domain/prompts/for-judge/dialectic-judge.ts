/** The frame of every prompt to the judge of a dialectic debate: its role, the problem, the turns. */

import { verbatim } from "../../shapes/context/view.shape.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { roleOf } from "../../shapes/roles/registry.shape.ts";
import type { Turn } from "../../shapes/schemas/turn.schema.ts";
import { isSpoken } from "../../shapes/state/interjections.state.ts";
import { fencesOf } from "../fences/fences.ts";
import { problemFacts } from "../parts/facts.prompt-part.ts";
import { ASK_FOR_JSON, houseRules, MEND_JSON, systemAndFacts } from "../parts/frame.prompt-part.ts";
import { newestProposals } from "../parts/perspective.ts";
import type { OutputSchema, Prompt } from "../parts/prompt.prompt-part.ts";
import { stricter } from "../parts/stricter.ts";
import { recap, visibleTurns } from "../parts/transcript.prompt-part.ts";
import { type JudgeInput, ownersWish } from "./judge.judge-prompt.ts";
import { judgedTurn } from "./judged-turn.ts";

const DUTY = `You lead agents that solve a problem together, and you judge what they wrote.
- Be impartial: neither the order of the agents nor length, style or confidence counts.
- Be specific: cite the turns that your words rest on by their ids, for example T7.
- Rely only on what stands in the turns. A precise figure without an exhibit is an unverified claim.`;

interface DialecticJudgeInput extends JudgeInput {
  task: string;
  output: OutputSchema;
  /** A summary of all turns; only the newest proposals are then shown verbatim. */
  summary?: string | undefined;
}

export function dialecticJudgePrompt(input: DialecticJudgeInput): Prompt {
  const { config, turns, task, output, faults = [], view, summary } = input;
  const fences = fencesOf(config);
  const { facts, ...frame } = systemAndFacts(config.judge?.systemPrompt, {
    builtIn: [roleOf(config.judge?.role).system, DUTY, ...ownersWish(config), ...houseRules(config)],
    facts: problemFacts(config),
    moved: `${[...ownersWish(config), ...houseRules(config)].join("\n")}\n`,
  });
  const seen = summary === undefined ? shown(config, turns) : besideSummary(turns);
  const lastBlock = [task, ASK_FOR_JSON, ...stricter(faults, { ...fences, ending: MEND_JSON })];
  const content = [
    facts,
    ...recap(view, fences),
    ...(summary === undefined ? [] : [`${IN_BRIEF}\n${fences.fence("summary", summary)}`]),
    ...verbatim(seen, view).flatMap((turn) => judgedTurn(turn, fences)),
    lastBlock.join("\n"),
  ];
  return { ...frame, messages: [{ role: "user", content }], output };
}

const IN_BRIEF = "What was written, in brief; after it the newest proposals, word for word:";

/** The turns that a summary does not replace: each agent's newest proposal, and the owner's remarks. */
export function besideSummary(turns: Turn[]): Turn[] {
  const seen = visibleTurns(turns);
  const newest = new Set(newestProposals(seen).values());
  return seen.filter((turn) => newest.has(turn) || !isSpoken(turn));
}

/** Without full history: the last round, and the proposals that it began with. */
function shown(config: DebateConfig, turns: Turn[]): Turn[] {
  const seen = visibleTurns(turns);
  if (config.dialectic?.includeFullHistory !== false) return seen;
  const last = Math.max(0, ...seen.map((turn) => turn.round));
  return seen.filter((turn) => turn.round === last || (turn.round === last - 1 && turn.phase === "refinement"));
}
