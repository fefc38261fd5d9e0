/** Ratings: strengths of models with their intervals drawn, how often answers were right, judges' calibration and agreement. */

import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import { beginPage } from "../../../api/pages/browser/begin.page.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { intervals, stepsFor } from "../../../api/pages/browser/pictures/intervals.ts";
import { plural } from "../../../domain/base/text/text.ts";
import { percent } from "../../../domain/base/words/figures.words.ts";
import type { EarnedLevels } from "../domain/schema.earned.ts";
import type { Ratings } from "../domain/schema.rating.ts";

const place = document.getElementById("content") as HTMLElement;

void beginPage("page", async () => {
  const [ratings, levels] = await Promise.all([read<Ratings>("/v1/ratings"), read<EarnedLevels>("/v1/ratings/levels")]);
  place.replaceChildren();
  render(pageView(ratings, levels), place);
});

function pageView({ read: all, isAll, judged, comparisons, models, judges, agreement }: Ratings, levels: EarnedLevels) {
  const older = isAll ? "" : " Older debates were not read.";
  return html`<h1>Ratings</h1>
    <p class="lead">From the newest ${plural(all, "completed debate")}, ${judged} of them with a verdict.${older}</p>
    <p><a href="/docs/guide/judging#ratings">How the figures are made</a></p>
    ${modelsView(models, comparisons)} ${levelsView(levels)} ${judgesView(judges)} ${agreementView(agreement)}`;
}

function levelsView({ cases, demo, levels }: EarnedLevels) {
  if (cases === 0)
    return html`<h2>Answers by support</h2><p class="quiet">No answer with a level of support has a known outcome so far.</p>`;
  return html`<h2>Answers by support</h2>
    <p>How many answers were right, of ${plural(cases, "question")} with a known outcome. <a href="/docs/guide/judging#earned-levels">How they are counted</a></p>
    ${demo ? html`<p class="quiet">The demo model gave them, so they mean nothing.</p>` : nothing}
    ${tableView({
      label: "Answers by support",
      head: ["Support", "Right", "Share", "95 %"],
      rows: levels.map(({ level, count, of, share, low, high }) => [
        level,
        `${count} of ${of}`,
        percent(share),
        between(low, high, percent),
      ]),
    })}`;
}

function modelsView(models: Ratings["models"], comparisons: number) {
  if (models.length === 0)
    return html`<h2>Models</h2><p class="quiet">No debate between two models has a verdict so far.</p>`;
  const rows = models.map(({ model, strength, low, high }) => ({ name: nameOf(model), value: strength, low, high }));
  const picture = {
    width: place.clientWidth || 640,
    label: "Strength of each model with its interval",
    axis: stepsFor(rows),
  };
  return html`<h2>Models</h2><figure>${intervals(rows, picture)}
      <figcaption>The dot is a model's strength in logits, the line its 95 % interval. 0 is the mean of the models.</figcaption></figure>
    ${tableView({
      label: `Models, from ${plural(comparisons, "comparison")}`,
      head: ["Model", "Strength", "95 %", "Wins", "Comparisons"],
      rows: models.map(({ model, strength, low, high, wins, comparisons: of }) => [
        model,
        signed(strength),
        between(low, high, signed),
        wins,
        of,
      ]),
    })}
    ${models.some(({ strength }) => strength === null) ? html`<p class="quiet">–: it won or lost everything, or was never compared with the others.</p>` : nothing}`;
}

function judgesView(judges: Ratings["judges"]) {
  if (judges.length === 0)
    return html`<h2>Judges and known outcomes</h2><p class="quiet">No ballot gives a probability to an answer with a known outcome so far.</p>`;
  return html`<h2>Judges and known outcomes</h2>
    <p>How likely judges held answers to be that became known. The Brier score is 0 for a perfect judge and 0.25 for one that always says 50 %.</p>
    ${tableView({
      label: "Judges and known outcomes",
      head: ["Judge", "Answers", "Brier score", "95 %"],
      rows: judges.map(({ judge, forecasts, brier, low, high }) => [
        judge,
        forecasts,
        fixed(brier),
        between(low, high, fixed),
      ]),
    })}
    ${judges.map(({ judge, reliability }) => (reliability ? reliabilityView(judge, reliability) : nothing))}
    ${judges.every(({ reliability }) => reliability === null) ? html`<p class="quiet">A judge has a reliability table from 50 answers with a known outcome on.</p>` : nothing}`;
}

function reliabilityView(judge: string, rows: NonNullable<Ratings["judges"][number]["reliability"]>) {
  return html`<h3 dir="auto">Reliability of ${judge}</h3>
    ${tableView({
      label: `Reliability of ${judge}`,
      head: ["Forecast", "Mean", "Right", "Share", "95 %"],
      rows: rows.map(({ from, to, forecast, count: right, of, share, low, high }) => [
        `${percent(from)} to ${percent(to)}`,
        percent(forecast),
        `${right} of ${of}`,
        percent(share),
        between(low, high, percent),
      ]),
    })}`;
}

/** A square: how often the judge of the row and that of the column name the same winner. */
function agreementView(agreement: Ratings["agreement"]) {
  if (agreement.length === 0)
    return html`<h2>Agreement of judges</h2><p class="quiet">No debate was judged by two models so far.</p>`;
  const judges = [...new Set(agreement.flatMap(({ judges: pair }) => pair))].toSorted();
  const cell = (row: string, column: string) => {
    if (row === column) return "·";
    const found = agreement.find(({ judges: pair }) => pair.includes(row) && pair.includes(column));
    return found ? `${percent(found.share)} of ${found.pairs}` : "–";
  };
  return html`<h2>Agreement of judges</h2>
    <p>How often two judges of one debate name the same winner, of so many pairs of ballots.</p>
    ${tableView({
      label: "Agreement of judges",
      head: ["Judge", ...judges.map(nameOf)],
      rows: judges.map((row) => [row, ...judges.map((column) => cell(row, column))]),
    })}
    ${tableView({
      label: "Pairs of judges with intervals",
      head: ["Pair", "Same winner", "Share", "95 %"],
      rows: agreement.map(({ judges: pair, count: same, pairs, share, low, high }) => [
        pair.join(" and "),
        `${same} of ${pairs}`,
        percent(share),
        between(low, high, percent),
      ]),
    })}`;
}

/** The first cell of a row names it; the others are figures. */
function tableView({ label, head, rows }: { label: string; head: string[]; rows: (string | number)[][] }) {
  return html`<div class="scrolls" tabindex="0" role="group" aria-label=${label}><table class="measures">
    <thead><tr>${head.map((name, i) => html`<th scope="col" class=${i === 0 ? nothing : "number"}>${name}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ([name, ...cells]) =>
        html`<tr><th scope="row" dir="auto">${name}</th>${cells.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}

/** Without its provider. */
function nameOf(model: string) {
  return model.slice(model.indexOf("/") + 1);
}

type Say = (value: number | null) => string;

function between(low: number | null, high: number | null, say: Say) {
  return low === null || high === null ? "–" : `${say(low)} to ${say(high)}`;
}

const signed: Say = (value) => (value === null ? "–" : value.toFixed(2).replace("-", "−"));
const fixed: Say = (value) => (value === null ? "–" : value.toFixed(3));
