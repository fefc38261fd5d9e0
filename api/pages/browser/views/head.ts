/** The head of a debate: topic, participants and positions. */
import { cited, voice } from "../cast.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { fieldOf, moment, momentInUtc, title } from "../text/words.ts";
import type { Debate } from "../wire.ts";

/** A longer topic is shown as a text. */
const HEADLINE = 220;

interface Head {
  /** The title of its format. */
  format: string;
  /** Times are in UTC. */
  frozen?: boolean;
  /** There are no links to other pages. */
  alone?: boolean;
}

export function headView(debate: Debate, { format, frozen = false, alone = frozen }: Head) {
  const { topic, createdAt, demo, tags, context, judge } = debate;
  const isLong = topic.length > HEADLINE;
  return html`<header class="head">
    <p class="kicker">${format} · ${frozen ? momentInUtc(createdAt) : moment(createdAt)}${tags.map((tag) => html` · ${alone ? html`<bdi>${tag}</bdi>` : html`<a href=${`/debates?tag=${encodeURIComponent(tag)}`}>${tag}</a>`}`)}</p>
    <h1 dir="auto">${isLong ? `${topic.slice(0, HEADLINE).trimEnd()} …` : topic}</h1>
    ${isLong ? html`<details><summary>The whole topic</summary><div class="prose raw" dir="auto">${topic}</div></details>` : nothing}
    ${demo ? html`<p class="quiet">A demo model speaks: its words are canned and mean nothing.</p>` : nothing}
    ${context ? html`<details><summary>The background</summary><div class="prose raw" dir="auto">${context}</div></details>` : nothing}
    <dl class="cast">${debate.participants.map(
      (p) => html`<div class=${voice(debate, p.id)}>
        <dt><span class="name" dir="auto">${p.name}</span><span class="quiet">${[p.side, p.role, p.model, ...(p.status === "active" ? [] : [title(p.status)])].filter(Boolean).join(" · ")}</span></dt>
        ${p.position ? html`<dd dir="auto">${p.position}</dd>` : nothing}
        ${p.persona ? html`<dd class="quiet" dir="auto">${p.persona}</dd>` : nothing}</div>`,
    )}${
      judge
        ? html`<div class="voice-0"><dt><span class="name">The judge</span><span class="quiet">${judge.model}</span></dt>
      ${judge.panel.length ? html`<dd class="quiet">The verdict is a panel’s: ${judge.panel.join(", ")}</dd>` : nothing}</div>`
        : nothing
    }</dl>
    ${notices(debate)}
  </header>`;
}

function notices({ warnings, degraded, problems }: Debate) {
  const lines = [
    ...problems.map(({ pointer, detail }) => `${fieldOf(pointer)}: ${detail}`),
    ...warnings
      .filter(({ acknowledged }) => !acknowledged)
      .map(({ detail }) => `${detail.charAt(0).toUpperCase()}${detail.slice(1)}`),
    ...degraded.map(({ what, why }) => `${title(what)}: ${why}`),
  ];
  if (lines.length === 0) return nothing;
  return html`<ul class="notices">${lines.map((line) => html`<li dir="auto">${cited(line)}</li>`)}</ul>`;
}
