/** Placeholders for facts that a debate produces itself: positions, questions, templates. */

import { clarifiedFacts } from "../../prompts/parts/facts.prompt-part.ts";
import { unplaced } from "../../rules/positions/assigned-positions.ts";
import type { TemplateHit } from "../../rules/templates/retrieval.ts";
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import type { Question } from "../../shapes/schemas/questions.schema.ts";
import { MODEL_ACTS } from "../acts/registry.act.ts";
import { type Case, standIn } from "../assumptions/cases.ts";
import { mostShown } from "./asked.estimate.ts";

/** Adds placeholders for positions and personas that the judge will assign. */
export function assumedConfig(config: DebateConfig, { name, position: size }: Case): DebateConfig {
  const missing = new Set(unplaced(config).map(({ id }) => id));
  const participants = config.participants.map((p) => {
    if (!missing.has(p.id)) return p;
    const position = p.side ? p.position : standIn(size);
    if (name === "lowest") return { ...p, position };
    const persona = p.persona ?? standIn(size);
    return { ...p, position, persona, keyArguments: Array.from({ length: 4 }, () => standIn(size)) };
  });
  return { ...config, participants };
}

/** Tokens that assigned positions may add to every later prompt beyond the placeholders: at most twice the reply. */
export function laterTokens(config: DebateConfig, { name }: Case): number {
  if (name !== "worst" || unplaced(config).length === 0) return 0;
  const most = config.judge?.maxOutputTokens ?? 0;
  return 2 * (config.fitted ? Math.min(most, mostShown(MODEL_ACTS.assignPositions.assumed.tokens(config))) : most);
}

export function assumedTemplates({ retrieval }: DebateConfig, { template: size }: Case): TemplateHit[] {
  const found = size === 0 ? 0 : (retrieval?.topK ?? 0);
  return Array.from({ length: found }, (_, i) => ({
    id: `t${i}`,
    name: `Pattern ${i}`,
    score: 1,
    text: standIn(size),
  }));
}

/** Up to this many questions are counted one by one. */
const FEW_QUESTIONS = 20;

/** Adds questions with their answers. There may be 800 in each prompt, so the last one counts for all that follow. */
export function withQuestions(
  config: DebateConfig,
  of: Case,
  { total, count, markOf }: { total: number; count: (text: string) => number; markOf: (tokens: number) => string },
): DebateConfig {
  if (total === 0) return config;
  const shown = Array.from({ length: Math.min(total, FEW_QUESTIONS) }, (_, i) => questionOf(config, of, i));
  const last = shown.at(-1);
  if (total === shown.length || !last) return { ...config, clarified: shown };
  const size = (clarified: Question[]) => count(clarifiedFacts({ ...config, clarified }).join("\n"));
  const each = size(shown) - size(shown.slice(0, -1));
  const rest = markOf(each * (total - shown.length));
  return { ...config, clarified: [...shown.slice(0, -1), { ...last, answer: `${last.answer}${rest}` }] };
}

function questionOf({ participants }: DebateConfig, { question, answer }: Case, i: number): Question {
  return {
    id: `q${i + 1}`,
    iteration: 1,
    text: standIn(question),
    askedBy: participants.map(({ id }) => id),
    answer: standIn(answer),
    askedAt: "",
    answeredAt: null,
  };
}
