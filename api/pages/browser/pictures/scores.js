// @ts-check
/**
 * Scores by participant over the rounds.
 *
 * @typedef {import("../drawings.js").Drawn} Drawn
 */
import { nameOf, voice } from "../cast.js";
import { criteriaIn, scoresOver } from "../figures/scores.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { title } from "../words.js";
import { lineChart } from "./line-chart.js";
import { numbers } from "./numbers.js";

/** @typedef {ReturnType<typeof scoresOver>} Scores */

/** @param {Drawn} input */
export function scoresPicture({ debate, entries, width, criterion = "overall", choose }) {
  const scores = scoresOver(entries, criterion);
  if (scores.rounds.length === 0) return nothing;
  const criteria = criteriaIn(entries);
  return html`<figure><figcaption><h3>Scores over the rounds</h3>
      ${choose ? choice(criteria, { criterion, choose }) : html`<p class="quiet">Overall; the table has each criterion.</p>`}</figcaption>
    ${lineChart({
      label: "Scores over the rounds",
      rounds: scores.rounds,
      lines: [...scores.lines].map(([id, values]) => ({ name: nameOf(debate, id), voice: voice(debate, id), values })),
      ticks: [0, 5, 10],
      width,
      height: 170,
    })}
    ${choose ? oneCriterion(debate, scores) : allCriteria({ debate, entries, criteria })}</figure>`;
}

/**
 * @param {string[]} criteria
 * @param {{ criterion: string, choose: (event: Event) => void }} chosen
 */
function choice(criteria, { criterion, choose }) {
  return html`<label class="inline">Criterion <select @change=${choose}>${criteria.map(
    (name) => html`<option value=${name} ?selected=${name === criterion}>${title(name)}</option>`,
  )}</select></label>`;
}

/**
 * @param {Drawn["debate"]} debate
 * @param {Scores} scores
 */
function oneCriterion(debate, { rounds, lines }) {
  return numbers(
    ["Round", ...[...lines.keys()].map((id) => nameOf(debate, id))],
    rounds.map((round, i) => [String(round), ...[...lines.values()].map((scores) => shown(scores[i]))]),
  );
}

/**
 * Where nobody can choose, all criteria stand below one another.
 *
 * @param {Pick<Drawn, "debate" | "entries"> & { criteria: string[] }} input
 */
function allCriteria({ debate, entries, criteria }) {
  const all = criteria.map((name) => ({ name, ...scoresOver(entries, name) }));
  const ids = [...(all[0]?.lines.keys() ?? [])];
  return numbers(
    ["Round", "Criterion", ...ids.map((id) => nameOf(debate, id))],
    (all[0]?.rounds ?? []).flatMap((round, i) =>
      all.map(({ name, lines }) => [round, title(name), ...ids.map((id) => shown(lines.get(id)?.[i]))]),
    ),
  );
}

/** @param {number | null | undefined} score */
function shown(score) {
  return score?.toFixed(1) ?? "–";
}
