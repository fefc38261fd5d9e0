/** The sticky line: status, cost and commands. */
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { money, statusWord, title, whole } from "../text/words.ts";
import type { Debate } from "../wire.ts";
import { waitsView } from "./waits.ts";

export function statusView({ debate, connected, commands }: { debate: Debate; connected: boolean; commands: unknown }) {
  return html`<div class="status">
    <p><strong class=${`state is-${debate.status}`}>${stateOf(debate)}</strong>
      ${debate.round ? html`<span>round ${debate.round} of ${debate.maxRounds}</span>` : nothing}
      <span>${spentOf(debate)}</span><span class="spare">${whole(debate.usage.inputTokens + debate.usage.outputTokens)} tokens</span>
      ${waitsView(debate)}
      ${connected ? nothing : html`<span class="amiss">connection lost, trying again …</span>`}
      ${debate.pending ? html`<a href="#pending">${debate.pending.type === "answers" ? "Questions for you" : "Your decision"} ↓</a>` : nothing}
      ${debate.result ? html`<a href="#result">Result ↓</a>` : nothing}</p>
    ${commands}
  </div>`;
}

function stateOf({ status, phase, pausing }: Debate) {
  if (pausing) return "Pausing after the work in flight";
  const isTelling = status === "running" && phase;
  return isTelling ? `${statusWord(status)}: ${title(phase).toLowerCase()}` : statusWord(status);
}

function spentOf({ cost }: Debate) {
  const limit = cost.limitUsd === null ? "" : ` of ${money(cost.limitUsd)}`;
  return `${money(cost.totalUsd)}${limit}`;
}
