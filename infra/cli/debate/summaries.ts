/** When views are summarised. */
import { whole } from "../../../domain/base/words/figures.words.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { nameOf } from "./words.debate-command.ts";

/** `summaries: from 5,000 characters of a view on, at most 2,500, each by the agent's own model`; none where the format has none. */
export function summariesLines({ summaries, participants }: Pick<Debate, "summaries" | "participants">): string[] {
  if (!summaries) return [];
  const { byAgent = {}, ...rules } = summaries;
  const own = Object.entries(byAgent).map(([id, its]) => `${nameOf(id, { participants })}: ${rulesText(its)}`);
  return [`summaries: ${[rulesText(rules), ...own].join("; ")}; each by the agent's own model`];
}

function rulesText({ threshold, maxLength }: { threshold: number | null; maxLength: number }): string {
  if (threshold === null) return "none";
  return `from ${whole(threshold)} characters of a view on, at most ${whole(maxLength)}`;
}
