/** The line of the status: status, who speaks, how far it is, cost and commands. */
import { money, whole } from "../../../../domain/base/words/figures.words.ts";
import { headline } from "../../../../domain/show/report/ending.report.ts";
import { nameOf, taleOf } from "../base/cast.page-base.ts";
import { type Words, wordsIn } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { type Pace, speakingIn } from "../live/pace.live.ts";
import type { Entry } from "../live/story.live.ts";
import { remaining, statusWord, title } from "../text/words.page-text.ts";
import { hasRoundLinks } from "./rounds.view.ts";
import { waitsView } from "./waits.view.ts";

interface Status {
  debate: Debate;
  connected: boolean;
  commands: unknown;
  /** Of a debate that is under way. */
  pace?: Pace;
  entries?: Entry[];
}

export function statusView({ debate, connected, commands, pace, entries = [] }: Status) {
  const { cost, pending, result, usage } = debate;
  const names = speakersOf(debate, entries);
  const words = wordsIn(debate);
  const tokens = whole(usage.inputTokens + usage.outputTokens, words);
  return html`<div class="status">
    <p><strong class=${`state is-${debate.status}`}>${stateOf(debate, names)}</strong>
      ${speakersView(names)}${waitsView(debate)}${roundsView(debate, { pace, links: hasRoundLinks(debate) })}
      <span class="spent">${spentOf(cost, words)}</span><span class="spare">${words.say("{count} tokens", { count: tokens })}</span>
      ${connected ? nothing : html`<span class="amiss">connection lost, trying again …</span>`}
      ${pending ? html`<a href="#pending">${pending.type === "answers" ? "Questions to the owner" : "The owner’s decision"} ↓</a>` : nothing}
      ${result ? html`<a href="#result"><bdi>${headline(result, taleOf(debate))}</bdi></a>` : nothing}</p>
    ${commands}
  </div>`;
}

/** While it is under way: the round, the complete ones, and the time left. `links`: the page has links to rounds. */
export function roundsView(debate: Debate, { pace, links = false }: { pace?: Pace | undefined; links?: boolean }) {
  const { status, round, maxRounds } = debate;
  if (!round) return nothing;
  const isLive = status === "running" && pace !== undefined;
  const place = wordsIn(debate).say("round {round} of {most}", { round, most: maxRounds });
  return html`<span>${links ? html`<a href="#rounds">${place}</a>` : place}${isLive ? `, ${pace.done} done` : nothing}</span>
    ${isLive && pace.leftMs !== null ? html`<span class="left" title="At this debate’s pace so far, if it runs all its rounds">${remaining(pace.leftMs)} left</span>` : nothing}`;
}

/** Names of those who speak now. */
export function speakersOf(debate: Debate, entries: Entry[]) {
  return debate.status === "running" ? speakingIn(entries).map((id) => nameOf(debate, id)) : [];
}

export function speakersView(names: string[]) {
  if (names.length === 0) return nothing;
  const all = names.length > 3 ? `${names.length} participants` : names.join(" and ");
  return html`<span><bdi>${all}</bdi> ${names.length === 1 ? "speaks" : "speak"}</span>`;
}

/** With its phase, unless the speakers tell enough. */
function stateOf(debate: Debate, speakers: string[]) {
  const { status, phase, pausing } = debate;
  const words = wordsIn(debate);
  if (pausing) return "Pausing after the work in flight";
  const isTelling = status === "running" && phase && speakers.length === 0;
  return isTelling ? `${statusWord(status, words)}: ${title(phase, words).toLowerCase()}` : statusWord(status, words);
}

/** With its limit. */
export function spentOf({ totalUsd, limitUsd }: Debate["cost"], words: Words) {
  const spent = money(totalUsd, words);
  return limitUsd === null ? spent : words.say("{spent} of {limit}", { spent, limit: money(limitUsd, words) });
}
