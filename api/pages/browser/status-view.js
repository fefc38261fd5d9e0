// @ts-check
/**
 * The line that stays in sight: where the debate stands, what it has cost, and what can be done.
 *
 * @typedef {import("./wire.d.ts").Debate} Debate
 */
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { money, statusWord, title, whole } from "./words.js";

/**
 * @param {object} input
 * @param {Debate} input.debate
 * @param {boolean} input.connected
 * @param {unknown} input.commands
 */
export function statusView({ debate, connected, commands }) {
  return html`<div class="status">
    <p><strong class=${`state is-${debate.status}`}>${stateOf(debate)}</strong>
      ${debate.round ? html`<span>round ${debate.round} of ${debate.maxRounds}</span>` : nothing}
      <span>${spentOf(debate)}</span><span class="spare">${whole(debate.usage.inputTokens + debate.usage.outputTokens)} tokens</span>
      ${connected ? nothing : html`<span class="amiss">connection lost, trying again …</span>`}
      ${debate.pending ? html`<a href="#pending">${debate.pending.type === "answers" ? "Questions for you" : "Your decision"} ↓</a>` : nothing}
      ${debate.result ? html`<a href="#result">Result ↓</a>` : nothing}</p>
    ${commands}
  </div>`;
}

/** @param {Debate} debate */
function stateOf({ status, phase, pausing }) {
  if (pausing) return "Pausing after what is under way";
  const isTelling = status === "running" && phase;
  return isTelling ? `${statusWord(status)}: ${title(phase).toLowerCase()}` : statusWord(status);
}

/** @param {Debate} debate */
function spentOf({ cost }) {
  const limit = cost.limitUsd === null ? "" : ` of ${money(cost.limitUsd)}`;
  return `${money(cost.totalUsd)}${limit}`;
}
