/** An experiment: how far it is, its table with intervals drawn, its owner's commands, and every answer. */

import { read, send } from "../../../api/pages/browser/base/api.page-base.ts";
import { refocus } from "../../../api/pages/browser/base/focus.ts";
import { beginPage } from "../../../api/pages/browser/begin.page.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { intervals, SHARES } from "../../../api/pages/browser/pictures/intervals.ts";
import { money, percent } from "../../../domain/base/words/figures.words.ts";
import { isOver } from "../../../domain/shapes/experiment-status.ts";
import type { Experiment } from "../domain/schema.experiment.ts";
import { createMatrix } from "./matrix.view.ts";
import { statusWord } from "./status-words.ts";

const place = document.getElementById("content") as HTMLElement;
const api = document.body.dataset["api"] ?? "";
/** Milliseconds between looks while it runs. */
const LOOK_MS = 2_000;

let canWrite = false;
let problem = "";

void beginPage("experiment", async (_, session) => {
  ({ canWrite } = session);
  const first = await read<Experiment>(api);
  document.title = `${first.name} · Parley`;
  place.replaceChildren();
  await follow(first);
});

async function follow(first: Experiment) {
  render(pageView(first), place);
  const matrix = createMatrix(place.querySelector("#answers") as HTMLElement, api);
  for (let experiment = first; ; experiment = await read<Experiment>(api)) {
    render(pageView(experiment), place);
    await matrix.show(experiment);
    if (isOver({ status: experiment.status, running: experiment.cells.running })) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function pageView(experiment: Experiment) {
  const { id, name, status, why, cells, calls, costUsd, table } = experiment;
  const results = `${api}/results?as=`;
  return html`<h1 tabindex="-1" dir="auto">${name}</h1>
    <p class="lead">${statusWord(status)}: ${cells.done + cells.failed} of ${cells.total} cells, ${cells.failed} failed, ${calls} calls, ${money(costUsd)}</p>
    ${why ? html`<p class="warn" dir="auto">${why}</p>` : nothing}
    ${canWrite ? commandsView(status) : nothing}
    ${problem ? html`<p class="warn" role="alert">${problem}</p>` : nothing}
    <section class="prose">${table.notes.map((note) => html`<p dir="auto">${note}</p>`)}</section>
    <figure><h2>Right answers</h2>${intervals(
      table.arms.map(({ arm, accuracy: { share, low, high } }) => ({ name: arm, value: share, low, high })),
      { width: place.clientWidth || 640, label: "Right answers of each arm with their intervals", axis: SHARES },
    )}
      <figcaption>The dot is the share of right answers, the line its 95 % interval. Cells that failed count as wrong.</figcaption></figure>
    ${armsView(table.arms)} ${comparisonsView(table.comparisons)} ${equalView(table.equal)} ${ratingsView(table.ratings)}
    <section id="answers" aria-label="Every answer"></section>
    <p><a href=${`/debates?${new URLSearchParams({ tag: id }).toString()}`}>All debates of this experiment</a> ·
      <a href=${`${results}csv`} download=${`${id}.csv`}>Results as CSV</a> · <a href=${`${results}json`}>as JSON</a></p>`;
}

const COMMANDS: Record<string, string[]> = {
  queued: ["pause", "stop"],
  running: ["pause", "stop"],
  paused: ["resume", "stop"],
};

function commandsView(status: string) {
  const commands = COMMANDS[status] ?? [];
  if (commands.length === 0) return nothing;
  return html`<p class="deeds">${commands.map((command) => html`<button type="button" @click=${() => void give(command)}>${command === "stop" ? "Stop for good" : command}</button> `)}</p>`;
}

async function give(command: string) {
  problem = "";
  try {
    render(pageView(await send<Experiment>(`${api}/${command}`)), place);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
    render(pageView(await read<Experiment>(api)), place);
  }
  refocus(place.querySelector("h1"));
}

type Arm = Experiment["table"]["arms"][number];

const COLUMNS: [name: string, of: (arm: Arm) => unknown][] = [
  ["Right", ({ accuracy }) => percent(accuracy.share, 1)],
  [
    "95 %",
    ({ accuracy }) =>
      accuracy.low === null ? "–" : `${percent(accuracy.low, 1).replace(" %", "")}–${percent(accuracy.high, 1)}`,
  ],
  ["Answered", ({ coverage }) => percent(coverage.share, 1)],
  ["Right of those", ({ accuracyAnswered }) => percent(accuracyAnswered.share, 1)],
  ["Done", ({ done }) => done],
  ["Failed", ({ failed }) => failed],
  ["Not bought", ({ left }) => left],
  ["Calls", ({ calls }) => calls],
  ["Tokens", ({ inputTokens, outputTokens }) => inputTokens + outputTokens],
  ["Cost", ({ costUsd }) => money(costUsd)],
  ["Cost of a right one", ({ costUsdPerCorrect: cost }) => (cost === null ? "–" : `$${cost.toPrecision(2)}`)],
  ["Effective votes", ({ effectiveVotes: votes }) => (votes === null ? "–" : votes.toFixed(1))],
  ["Judges agree", ({ judgeAgreement }) => percent(judgeAgreement.value, 1)],
  ["Orders agree", ({ orderAgreement }) => percent(orderAgreement.value, 1)],
];

function armsView(arms: Arm[]) {
  return html`<h2>The arms</h2><div class="scrolls" tabindex="0" role="group" aria-label="The arms"><table class="measures">
    <thead><tr><th scope="col">Arm</th>${COLUMNS.map(([name]) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
    <tbody>${arms.map((arm) => html`<tr><th scope="row" dir="auto">${arm.arm}</th>${COLUMNS.map(([, of]) => html`<td class="number">${of(arm)}</td>`)}</tr>`)}</tbody></table></div>
    ${arms.flatMap(({ arm, errors }) => errors.map(({ error, count }) => html`<p class="quiet" dir="auto">${arm}, ${count} failed: ${error}</p>`))}`;
}

function comparisonsView(comparisons: Experiment["table"]["comparisons"]) {
  if (comparisons.length === 0) return nothing;
  return html`<h2>Compared with ${comparisons[0]?.against}, on the same items</h2>
    <div class="scrolls" tabindex="0" role="group" aria-label="Comparisons"><table class="measures">
    <thead><tr><th scope="col">Arm</th>${["Items", "Only this one right", "Only the other right", "Difference", "95 %", "McNemar p", "By Holm"].map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
    <tbody>${comparisons.map(
      ({
        arm,
        items,
        onlyArm,
        onlyAgainst,
        difference,
        pValue,
        pAdjusted,
      }) => html`<tr><th scope="row" dir="auto">${arm}</th>
        ${[items, onlyArm, onlyAgainst, percent(difference.value, 1), `${percent(difference.low, 1)} to ${percent(difference.high, 1)}`, ...[pValue, pAdjusted].map((p) => (p === null ? "–" : p.toPrecision(2)))].map((cell) => html`<td class="number">${cell}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}

function equalView(equal: Experiment["table"]["equal"]) {
  if (equal.length === 0) return nothing;
  return html`<h2>Debates beside a vote that takes as much</h2>
    <div class="scrolls" tabindex="0" role="group" aria-label="Debates beside a vote that takes as much"><table class="measures">
    <thead><tr><th scope="col">Arm</th>${["At equal", "Votes", "Items", "Difference", "95 %", "By Holm"].map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
    <tbody>${equal.map(
      ({ arm, equal: unit, votes, items, difference, pAdjusted: p }) => html`<tr><th scope="row" dir="auto">${arm}</th>
        ${[unit, votes, items, percent(difference.value, 1), `${percent(difference.low, 1)} to ${percent(difference.high, 1)}`, p === null ? "–" : p.toPrecision(2)].map((cell) => html`<td class="number">${cell}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}

function ratingsView(ratings: Experiment["table"]["ratings"]) {
  if (!ratings) return nothing;
  const logits = (value: number | null) => (value === null ? "–" : value.toFixed(2).replace("-", "−"));
  return html`<h2>Strengths of the models</h2>
    <p>In logits, over the verdicts of all arms; 0 is the mean. <a href="/docs/guide/judging#ratings">How they are made</a></p>
    <div class="scrolls" tabindex="0" role="group" aria-label="Strengths of the models"><table class="measures">
    <thead><tr><th scope="col">Model</th>${["Strength", "95 %", "Wins", "Comparisons"].map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
    <tbody>${ratings.map(
      ({ model, strength, low, high, wins, comparisons }) => html`<tr><th scope="row" dir="auto">${model}</th>
        ${[logits(strength), low === null ? "–" : `${logits(low)} to ${logits(high)}`, wins, comparisons].map((cell) => html`<td class="number">${cell}</td>`)}</tr>`,
    )}</tbody></table></div>`;
}
