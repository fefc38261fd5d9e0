/** What the owner should know: notices of the configuration, and warnings that can be acknowledged. */

import { withoutBidi } from "../../domain/base/text/invisible.ts";
import { percent } from "../../domain/base/words/figures.words.ts";
import { cutText, HOW_TO_READ_MORE } from "../../domain/shapes/context/cut-prompts.ts";
import { nameOf } from "../../domain/shapes/names.shape.ts";
import { COST_WARNING, type DebateWarning } from "../../domain/shapes/schemas/faults.schema.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";

export function warningsOf({ config, state }: DebateRecord): DebateWarning[] {
  const { costWarnings = [], contextWarnings = [] } = state;
  const costs = costWarnings.map(({ thresholdUsd, spentUsd, limitUsd = null, ...seen }) => ({
    code: COST_WARNING,
    detail:
      `$${spentUsd} is spent, which passes the threshold of $${thresholdUsd}; ` +
      (limitUsd === null ? "there is no limit" : `the limit is $${limitUsd}`),
    ...seen,
    thresholdUsd,
    spentUsd,
    limitUsd,
  }));
  const contexts = contextWarnings.map(({ participantId, use, round, acknowledged, acknowledgedAt }) => {
    const whose = participantId === null ? "the judge" : withoutBidi(nameOf(config, participantId));
    return {
      code: "context-window",
      detail: `the prompt of ${whose} took ${percent(use)} of its model's context window in round ${round}`,
      acknowledged,
      ...(acknowledgedAt && { acknowledgedAt }),
    };
  });
  const cut = Object.entries(state.cutOff ?? {}).map(([id, turns]) => ({
    code: "turns-cut-off",
    detail:
      `${turns === 1 ? "a turn" : `${turns} turns`} of ${withoutBidi(nameOf(config, id))} ended at the model's limit of output: ` +
      "a higher maxOutputTokens helps, or a server that allows as many",
  }));
  const prompts = Object.entries(state.promptsCut ?? {}).map(([id, found]) => ({
    code: "prompts-cut",
    detail: `${cutText(`the server of ${withoutBidi(nameOf(config, id))}'s model`, found)}. ${HOW_TO_READ_MORE}`,
  }));
  return [...config.warnings, ...(state.warnings ?? []), ...costs, ...contexts, ...cut, ...prompts];
}
