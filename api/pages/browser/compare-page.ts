/** Two debates side by side. */
import { money } from "../../../domain/base/words/figures.words.ts";
import { Refusal, read } from "./base/api.page-base.ts";
import type { Comparison } from "./base/wire.page-base.ts";
import { showFailure } from "./failure.ts";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { askForKey, readSession, showMasthead } from "./session.page.ts";
import { formatTitle } from "./text/formats.ts";
import { statusWord, title } from "./text/words.page-text.ts";

type Compared = Comparison["debates"][number];
type Pair = Comparison["quality"];

const place = document.getElementById("content") as HTMLElement;

void start();

async function start() {
  try {
    const session = await readSession();
    showMasthead(session);
    if (!session.open && !session.signedIn) return askForKey(place);
    const comparison = await read<Comparison>(document.body.dataset["api"] ?? "");
    document.title = "Two debates side by side · Parley";
    place.replaceChildren();
    render(pageView(comparison), place);
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return askForKey(place);
    showFailure(place, error);
  }
}

function pageView({ debates, same, quality, participants, criteria }: Comparison) {
  const [first, second] = debates;
  return html`<h1>Two debates side by side</h1>
    <p class="lead">${verdictOf(debates, same)}</p>
    <div class="scrolls" tabindex="0" role="group" aria-label="Both debates"><table class="compared">
      <thead><tr><td></td>${debates.map(({ id }, at) => html`<th scope="col"><a href=${`/debates/${id}`}>${at === 0 ? "The first" : "The second"}</a></th>`)}<th scope="col">Difference</th></tr></thead>
      <tbody>
        ${FACTS.map(([name, of]) => factRow(name, [of(first), of(second)]))}
        ${costRow(first, second)}
        ${pairRow("Quality of 100", quality)}
        ${participants.map((pair) => pairRow(html`<bdi>${pair.name}</bdi>, score of 100`, pair))}
        ${criteria.map((pair) => pairRow(`${title(pair.criterion)}, mean of 10`, pair))}
      </tbody></table></div>
    <div class="both">${debates.map(summaryView)}</div>`;
}

function verdictOf([first, second]: Comparison["debates"], same: Comparison["same"]) {
  if (first.type === null || second.type === null) return "At least one of them has no result.";
  if (first.winner === null || second.winner === null) return "At least one of them has no winner.";
  return same.winner
    ? html`Both name the same winner: <bdi>${first.winner}</bdi>.`
    : html`They name different winners: <bdi>${first.winner}</bdi> and <bdi>${second.winner}</bdi>.`;
}

const FACTS: [name: string, of: (debate: Compared) => unknown][] = [
  ["Topic", ({ topic }) => topic],
  ["Format", ({ format }) => formatTitle(format)],
  ["Status", ({ status }) => statusWord(status)],
  ["Rounds", ({ rounds }) => rounds],
  ["Judge", ({ judge }) => judge ?? "none"],
  ["Winner", winnerOf],
];

function winnerOf({ type, winner, contested }: Compared) {
  if (contested) return "contested";
  if (type === "solution" || type === "answer" || type === "council") return "no winner in this format";
  return winner ?? (type === null ? "no result" : "nobody");
}

/** Equal values take one cell. */
function factRow(name: string, [a, b]: [unknown, unknown]) {
  const cells =
    a === b ? html`<td colspan="2" dir="auto">${a}</td>` : html`<td dir="auto">${a}</td><td dir="auto">${b}</td>`;
  return html`<tr><th scope="row">${name}</th>${cells}<td>${a === b ? "same" : nothing}</td></tr>`;
}

function costRow({ costUsd: a }: Compared, { costUsd: b }: Compared) {
  const difference = a === null || b === null ? "–" : `${b < a ? "−" : b > a ? "+" : ""}${money(Math.abs(b - a))}`;
  return html`<tr><th scope="row">Cost</th><td>${money(a)}</td><td>${money(b)}</td>
    <td>${difference}</td></tr>`;
}

function pairRow(name: unknown, { values: [a, b], difference }: Pair) {
  if (a === null && b === null) return nothing;
  return html`<tr><th scope="row">${name}</th><td>${a ?? "–"}</td><td>${b ?? "–"}</td><td>${signed(difference)}</td></tr>`;
}

function signed(value: number | null) {
  if (value === null) return "–";
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

function summaryView({ summary }: Compared, at: number) {
  return html`<section><h2>${at === 0 ? "The first result" : "The second result"}</h2><p dir="auto">${summary ?? "There is none."}</p></section>`;
}
