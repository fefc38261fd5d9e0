/**
 * What all requests of a debate begin with, where speakers share a model (`common`), and the judge too (`blind`): one
 * system text with the rules of every role. Who speaks, and what is asked, stands in the last block.
 */
import type { DebateConfig } from "../../shapes/plan/config.plan.ts";
import { DEBATER_INTRO, MANNERS } from "./debater-rules.ts";
import { formatRules } from "./facts.prompt-part.ts";
import { houseRules } from "./frame.prompt-part.ts";
import { judgeIntro, judgeRules } from "./judge-rules.ts";

/** False where a speaker has a system prompt of its own, which replaces these rules. */
export function hasCommonRules({ promptLayout, participants }: DebateConfig): boolean {
  const isCommon = promptLayout === "common" || promptLayout === "blind";
  return isCommon && participants.every(({ systemPrompt }) => systemPrompt === undefined);
}

/** Whether the judge's prompts begin as the speakers' do, so that these show labels for names too. */
export function isReadByJudge(config: DebateConfig): boolean {
  return config.promptLayout === "blind" && config.judge !== null && hasCommonRules(config);
}

export function commonSystem(config: DebateConfig): string {
  return [
    ...(isReadByJudge(config) ? [SPEAKERS_AND_JUDGE] : [SPEAKERS]),
    formatRules(config),
    `For every speaker: ${DEBATER_INTRO}\n\n${MANNERS}`,
    ...(isReadByJudge(config) && isBuiltIn(config) ? [`For the judge: ${judging(config)}`] : []),
    ...houseRules(config),
  ].join("\n\n");
}

/** The judge's rules, where the owner wrote a part of them: no speaker is shown these. */
export function judgeInLast(config: DebateConfig): string[] {
  return isBuiltIn(config) ? [] : [judging(config)];
}

function judging(config: DebateConfig): string {
  return [judgeIntro("assesses"), ...judgeRules(config, "assesses")].join("\n\n");
}

function isBuiltIn({ judge }: DebateConfig): boolean {
  return judge !== null && judge.systemPrompt === undefined && !judge.criteria?.length;
}

const SPEAKERS =
  "Several named speakers debate. What has been said so far comes first, each turn with its speaker's name. The last part says which of them you are now and what is asked of you: speak as that one alone.";
const SPEAKERS_AND_JUDGE =
  "Several speakers debate, and a judge rules on them. What has been said so far comes first, each turn with its speaker's label. The last part says who you are now, one of the speakers or the judge, and what is asked of you: answer as that one alone, by its rules.";
