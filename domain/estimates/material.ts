/** What stands in for that part of a debate's facts which is made on the way: positions, questions, templates. */
import type { DebateConfig } from "../config.ts";
import { unplaced } from "../positions.ts";
import type { TemplateHit } from "../retrieval.ts";
import { type Case, standIn } from "./cases.ts";

/** With stand-ins for positions and personas that are to be assigned; it still counts as without. */
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

/** Tokens that assigned positions may add to every later prompt beyond the stand-ins: twice all that was written. */
export function laterTokens(config: DebateConfig, { name }: Case): number {
  if (name !== "worst" || unplaced(config).length === 0) return 0;
  return 2 * (config.judge?.maxOutputTokens ?? 0);
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

/** With so many questions asked and answered. */
export function withQuestions(config: DebateConfig, { question, answer }: Case, total: number): DebateConfig {
  if (total === 0) return config;
  const askedBy = config.participants.map(({ id }) => id);
  const clarified = Array.from({ length: total }, (_, i) => ({
    id: `q${i + 1}`,
    iteration: 1,
    text: standIn(question),
    askedBy,
    answer: standIn(answer),
    askedAt: "",
    answeredAt: null,
  }));
  return { ...config, clarified };
}
