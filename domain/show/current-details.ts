/** Where a debate stands, in Markdown for Temporal's UI. Texts of people and models are one line each, without markup. */
import { escapeMarkdown, plural } from "../base/text/text.ts";
import { money } from "../base/words/figures.words.ts";
import { isTerminal, type Status } from "../shapes/lifecycle.shape.ts";
import { nameOf } from "../shapes/names.shape.ts";
import type { DebatePlan } from "../shapes/plan/plan.ts";
import type { Decision } from "../shapes/schemas/decision.ts";
import { costUsdOf, totalOf } from "../shapes/state/costs.state.ts";
import type { DebateState, ResultDigest } from "../shapes/state/state.ts";

interface Shown {
  plan: DebatePlan;
  state: DebateState;
}

const STANDS: Record<Status, string> = {
  configuring: "is a **draft**",
  validating: "is a draft that is being **validated**",
  ready: "is **ready** to start",
  initializing: "is **starting**",
  clarifying: "is **clarifying** what its participants ask",
  running: "is **running**",
  concluding: "is **concluding**",
  paused: "is **paused**",
  awaiting_decision: "is **waiting for a decision**",
  error: "has stopped with an **error**",
  completed: "is **completed**",
  cancelled: "was **cancelled**",
  failed: "has **failed**",
};

/** `now`: a sentence on what it does, or nothing. `said`: the newest things said, oldest first. */
export function detailsOf(run: Shown, { now, said }: { now: string; said: string[] }): string {
  const { plan, state } = run;
  return [
    `## ${escapeMarkdown(plan.title || "A draft")}`,
    `${whereIt(run)} ${escapeMarkdown(now)}`.trimEnd(),
    spent(state),
    ...(state.error ? [faultLine(state.error)] : []),
    ...(state.decision ? [decisionLine(state.decision.asked)] : []),
    ...(state.result ? [outcome(run, state.result)] : []),
    ...(said.length > 0 ? ["What was said last:", said.map((line) => `- ${escapeMarkdown(line)}`).join("\n")] : []),
  ].join("\n\n");
}

function whereIt({ plan, state }: Shown): string {
  const { status, round, pausing } = state;
  const relation = round === 0 ? "before" : isTerminal(status) ? "after" : "in";
  const place = `${relation} round ${Math.max(1, round)} of ${plan.maxRounds}`;
  const pauses = pausing && status !== "paused" ? " It pauses when the work in flight has ended." : "";
  return `The debate ${STANDS[status]}, ${place}. Its format is ${plan.format}.${pauses}`;
}

function spent(state: DebateState): string {
  const total = totalOf(state);
  const made = isTerminal(state.status) ? "It made" : "So far it has made";
  if (total.calls === 0) return `${made} no model call.`;
  const tokens = plural(total.inputTokens + total.outputTokens, "token");
  return `${made} ${plural(total.calls, "model call")} with ${tokens}, ${money(costUsdOf(total))}.`;
}

function faultLine({ kind, message, suggestion }: NonNullable<DebateState["error"]>): string {
  return `The fault is **${escapeMarkdown(kind)}**: ${sentence(message)} ${sentence(suggestion)}`;
}

function decisionLine({ id, question, options, default: otherwise, expiresAt }: Decision): string {
  const choices = options.map((option) => option.id).join(", ");
  return `Decision ${id}: ${sentence(question)} The options are ${choices}. Without a decision by ${expiresAt} it is ${otherwise}.`;
}

function outcome({ plan }: Shown, result: ResultDigest): string {
  if (result.type === "solution") return `The solution has a confidence of **${result.confidence}** of 100.`;
  if (result.type === "unjudged") return "Nobody ruled, because the judge failed.";
  if (result.type === "plurality") return `The most frequent answer is **${escapeMarkdown(result.answer ?? "none")}**.`;
  if (result.type === "answer" || result.type === "council") return "The answer is written.";
  const scores = Object.entries(result.scores).map(
    ([id, score]) => `${escapeMarkdown(nameOf(plan, id))} has ${plural(score, "point")}`,
  );
  return [`${winning(plan, result)}.`, ...(scores.length > 0 ? [`${scores.join(", ")}, of 100.`] : [])].join(" ");
}

function winning(plan: DebatePlan, { winner, winningSide }: Extract<ResultDigest, { type: "verdict" }>): string {
  if (winningSide) return `The side **${escapeMarkdown(winningSide)}** wins`;
  return winner ? `**${escapeMarkdown(nameOf(plan, winner))}** wins` : "Nobody wins";
}

/** Without markup, with a mark at its end. */
function sentence(text: string): string {
  const line = escapeMarkdown(text);
  return /[.!?…]$/.test(line) || line === "" ? line : `${line}.`;
}
