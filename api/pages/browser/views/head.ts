/** The head of a debate: topic, participants and positions. */

import { demoLine, importedLines } from "../../../../domain/show/export/imported-lines.export.ts";
import { judgeFacts } from "../../../../domain/show/report/reader-facts.ts";
import { cited, codeLangOf, langOf, voice } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { capital, fieldOf, moment, momentInUtc, title } from "../text/words.page-text.ts";

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
  const { topic, createdAt, demo, tags, context } = debate;
  const isLong = topic.length > HEADLINE;
  const words = wordsIn(debate);
  const { say } = words;
  return html`<header class="head">
    ${debate.imported ? html`<p class="imported quiet">${importedLines(debate.imported, words).join(" ")}</p>` : nothing}
    <p class="kicker">${format} · ${frozen ? momentInUtc(createdAt, words) : moment(createdAt)}${tags.map((tag) => html` · ${alone ? html`<bdi>${tag}</bdi>` : html`<a href=${`/debates?tag=${encodeURIComponent(tag)}`}>${tag}</a>`}`)}</p>
    <h1 dir="auto">${isLong ? `${topic.slice(0, HEADLINE).trimEnd()} …` : topic}</h1>
    ${isLong ? html`<details><summary>${say("The whole topic")}</summary><div class="prose raw" dir="auto">${topic}</div></details>` : nothing}
    ${demo ? html`<p class="quiet">${demoLine(debate, words)}</p>` : nothing}
    ${context ? html`<details><summary>${say("The background")}</summary><div class="prose raw" dir="auto">${context}</div></details>` : nothing}
    ${debate.result ? nothing : castView(debate)}
  </header>`;
}

/** Once there is a result, it stands above them. */
export function castSection(debate: Debate) {
  return html`<section class="part" aria-label=${wordsIn(debate).say("Who took part")}>${castView(debate)}</section>`;
}

function castView(debate: Debate) {
  const { judge, participants } = debate;
  const words = wordsIn(debate);
  const { say, word } = words;
  return html`<dl class="cast">${participants.map(
    (p) => html`<div class=${voice(debate, p.id)}>
        <dt><span class="name" dir="auto">${p.name}</span> <span class="quiet">${[p.side && word(p.side), p.role && word(p.role), p.model, ...(p.status === "active" ? [] : [title(p.status, words)])].filter(Boolean).join(" · ")}</span></dt>
        ${p.position ? html`<dd dir="auto" lang=${p.positionSource === "assigned" ? langOf(debate) : nothing}>${p.position}</dd>` : nothing}
        ${p.persona ? html`<dd class="quiet" dir="auto">${p.persona}</dd>` : nothing}
        ${p.inCharacter ? html`<dd class="quiet">${say("Told to stay in character, and not to speak of itself as a language model.")}</dd>` : nothing}</div>`,
  )}${
    judge
      ? html`<div class="voice-0"><dt><span class="name">${say("The judge")}</span> <span class="quiet">${judge.model}</span></dt>
      ${judge.panel.length ? html`<dd class="quiet">${say("The verdict is a panel’s: {models}", { models: judge.panel.join(", ") })}</dd>` : nothing}
      ${judgeFacts(judge, words).map((fact) => html`<dd class="quiet">${fact}</dd>`)}</div>`
      : nothing
  }</dl>
    ${notices(debate)}`;
}

function notices(debate: Debate) {
  const { warnings, degraded, problems } = debate;
  const lines = [
    ...problems.map(({ pointer, detail }) => `${fieldOf(pointer)}: ${detail}`),
    ...warnings.filter(({ acknowledged }) => !acknowledged).map(({ detail }) => capital(detail)),
    ...degraded.map(({ what, why }) => `${title(what)}: ${why}`),
  ];
  if (lines.length === 0) return nothing;
  const words = wordsIn(debate);
  const lang = codeLangOf(debate);
  return html`<ul class="notices">${lines.map((line) => html`<li dir="auto" lang=${lang}>${cited(line, words)}</li>`)}</ul>`;
}
