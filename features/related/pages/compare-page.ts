/** Two debates side by side: what they answer, what decides it, their scores, how they were set up, and what was said. */

import { Refusal, read } from "../../../api/pages/browser/base/api.page-base.ts";
import type { Debate, TranscriptExport } from "../../../api/pages/browser/base/wire.page-base.ts";
import { beginPage } from "../../../api/pages/browser/begin.page.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { formatTitle } from "../../../api/pages/browser/text/formats.ts";
import { moment } from "../../../api/pages/browser/text/words.page-text.ts";
import { type Both, both } from "../../../domain/base/both.ts";
import { answersApart, topicsApart } from "../domain/answers.compared.ts";
import { namesOf } from "../domain/names.compared.ts";
import { isRejudgementId, rejudgedSide, type Side } from "../domain/side.compared.ts";
import { answersView } from "./answers.compared-view.ts";
import { cruxesView } from "./cruxes.compared-view.ts";
import { scoresView } from "./scores.compared-view.ts";
import { settingsView } from "./settings.compared-view.ts";
import { turnsView } from "./turns.compared-view.ts";

void beginPage("debate", async (place) => {
  const { id = "", other = "" } = document.body.dataset;
  const sides = await readSides(id, other);
  document.title = `${sides[0].debate.topic} · two debates · Parley`;
  place.replaceChildren();
  render(pageView(sides), place);
});

async function readSides(first: string, second: string): Promise<Both<Side>> {
  if (!isRejudgementId(second)) return Promise.all([readSide(first), readSide(second)]);
  const [own, { rejudgements = [] }] = await Promise.all([
    readSide(first),
    read<TranscriptExport>(`/v1/debates/${first}/transcript`),
  ]);
  const ruling = rejudgements.find(({ id }) => id === second);
  if (!ruling) throw new Refusal(404, { detail: "No such ruling." });
  return [own, rejudgedSide(own, ruling)];
}

async function readSide(id: string): Promise<Side> {
  const debate = await read<Debate>(`/v1/debates/${id}`);
  const request = debate.imported ? null : await read<Side["request"]>(`/v1/debates/${id}/request`).catch(() => null);
  return { debate, request, isRejudged: false };
}

function pageView(sides: Both<Side>) {
  const debates = both(sides, ({ debate }) => debate);
  const names = namesOf(sides, { format: formatTitle, moment });
  const topics = topicsApart(debates);
  return html`<div class="comparison">
    ${topics ? html`<h1>Two debates side by side</h1><p class="warn">${topics}</p>` : html`<p class="kicker">Two debates side by side</p><h1 dir="auto">${debates[0].topic}</h1>`}
    <p class="lead" dir="auto">${answersApart(debates, names)}</p>
    ${answersView(sides, { names, isTopicShown: topics !== null })}
    ${cruxesView(debates, names) ?? nothing} ${scoresView(debates, names)} ${settingsView(sides, names)}
    ${turnsView(sides, names)}
  </div>`;
}
