/** When views are summarised, and what each summary came to. */
import { whole } from "../../../domain/base/words/figures.words.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import type { Summary } from "../../../domain/shapes/schemas/summary.schema.ts";
import { plainLine } from "../base/terminal.ts";
import { nameOf } from "./words.debate-command.ts";

/** `summaries: from 5,000 characters of a view on, at most 2,500, each by the agent's own model`; none where the format has none. */
export function summariesLines({ summaries, participants }: Pick<Debate, "summaries" | "participants">): string[] {
  if (!summaries) return [];
  const { byAgent = {}, ...rules } = summaries;
  const own = Object.entries(byAgent).map(([id, its]) => `${nameOf(id, { participants })}: ${rulesText(its)}`);
  return [`summaries: ${[rulesText(rules), ...own].join("; ")}; each by the agent's own model`];
}

/** `Ada's view was summarised: 13,402 characters in 2,311, by the model openai/gpt-5.5` */
export function summaryLine(summary: Omit<Summary, "text">, debate: Pick<Debate, "participants">): string {
  const { before, after, method, model } = summary;
  const sizes = `${whole(before)} characters in ${whole(after)}`;
  return `${summarised(summary, debate)}: ${sizes}, by the ${method} ${plainLine(model)}`;
}

export function summarised(
  { participantId: id }: Pick<Summary, "participantId">,
  debate: Pick<Debate, "participants">,
) {
  return `${id === null ? "the transcript" : `${nameOf(id, debate)}'s view`} was summarised`;
}

function rulesText({ threshold, maxLength }: { threshold: number | null; maxLength: number }): string {
  if (threshold === null) return "none";
  return `from ${whole(threshold)} characters of a view on, at most ${whole(maxLength)}`;
}
