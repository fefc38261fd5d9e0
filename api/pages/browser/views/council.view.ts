/** What the chair of a council wrote, and how the members ranked one another's answers. */
import { cited, langOf, listed, mannerOf, nameOf, orderText, voice } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate, Result } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";

type Council = Extract<Result, { type: "council" }>["council"];

export function councilView(debate: Debate, council: Council) {
  const { say } = wordsIn(debate);
  const manner = mannerOf(debate);
  const points = council.onlyOne.map(({ participantId, point }) => `${nameOf(debate, participantId)}: ${point}`);
  return html`${listed(say("What they agree on"), council.consensus, manner)}
    ${listed(say("Where they contradict one another"), council.contradictions, manner)}
    ${listed(say("What only one of them saw"), points, manner)}
    ${listed(say("What none of them saw"), council.blindSpots, manner)}
    ${council.ranking.length > 0 ? rankingView(debate, council) : nothing}`;
}

function rankingView(debate: Debate, { ranking, rankings }: Council) {
  const words = wordsIn(debate);
  const { say } = words;
  const title = say("The ranking");
  const number = (heading: string) => html`<th scope="col" class="number">${heading}</th>`;
  return html`<h3>${title}</h3>
    <p>${say("Each ranked the others' answers without knowing whose they are. The last place counts 0 points and each place above it one more; tied places share the mean. The mean decides.")}</p>
    <div class="scrolls" tabindex="0" role="group" aria-label=${title}><table id="ranking">
      <thead><tr>${number(say("Place"))}<th scope="col">${say("Member")}</th><th scope="col">${say("Model")}</th>${number(say("Points"))}${number(say("Mean"))}</tr></thead>
      <tbody>${ranking.map(
        ({ participantId, points, mean, place }) =>
          html`<tr><td class="number">${place ?? "–"}</td><th scope="row"><span class=${`name ${voice(debate, participantId)}`}>${nameOf(debate, participantId)}</span></th><td>${modelOf(debate, participantId)}</td><td class="number">${words.number(points)}</td><td class="number">${mean === null ? "–" : words.digits(mean, 2)}</td></tr>`,
      )}</tbody></table></div>
    <details><summary>${say("Who ranked how, and why")}</summary>${rankings.map(({ by, places, reasons }) => {
      const order = orderText(debate, places);
      return html`<h4>${say("{name} ranks: {order}", { name: nameOf(debate, by), order })}</h4>
        <ul>${places.flat().map((id) => html`<li dir="auto" lang=${langOf(debate)}>${nameOf(debate, id)}: ${cited(reasons[id] ?? "", words)}</li>`)}</ul>`;
    })}</details>`;
}

/** Participants who share a model are told apart by a number. */
function modelOf({ participants }: Debate, id: string) {
  const at = participants.findIndex((p) => p.id === id);
  const model = participants[at]?.model ?? "";
  const before = participants.slice(0, at).filter((other) => other.model === model).length;
  return before === 0 ? model : `${model} (${before + 1})`;
}
