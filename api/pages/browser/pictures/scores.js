// @ts-check
/** Scores by participant over the rounds. */
import { nameOf, voice } from "../cast.js";
import { criteriaIn, scoresOver } from "../figures.js";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { title } from "../words.js";
import { FOOT, HEIGHT, LEFT, roundNames, scale, spread } from "./axes.js";
import { numbers } from "./numbers.js";

/** @typedef {ReturnType<typeof scoresOver>} Scores */

/** @param {import("../drawings.js").Drawn} input */
export function scoresPicture({ debate, entries, width, criterion = "overall", choose }) {
  const scores = scoresOver(entries, criterion);
  if (scores.rounds.length === 0) return nothing;
  const criteria = criteriaIn(entries);
  return html`<figure><figcaption><h3>Scores over the rounds</h3>
      ${choose ? choice(criteria, { criterion, choose }) : nothing}</figcaption>
    ${lines({ debate, scores, width })}
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

/** @param {{ debate: import("../drawings.js").Drawn["debate"], scores: Scores, width: number }} input */
function lines({ debate, scores: { rounds, lines: all }, width }) {
  const right = width - 84;
  const x = scale({ from: 0, to: rounds.length - 1, start: LEFT, end: right });
  const y = scale({ from: 0, to: 10, start: HEIGHT - FOOT, end: 10 });
  const ends = spread([...all].map(([id, scores]) => ({ id, y: y(scores.findLast((score) => score !== null) ?? 0) })));
  return html`<svg viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img" aria-label="Scores over the rounds; the table below has the numbers">
      ${[0, 5, 10].map((score) => svg`<line class="grid" x1=${LEFT} x2=${right} y1=${y(score)} y2=${y(score)}></line><text x=${LEFT - 8} y=${y(score) + 4} text-anchor="end">${score}</text>`)}
      ${roundNames(rounds, { x, y: HEIGHT - 4 })}
      ${[...all].map(
        ([id, scores]) => svg`<g class=${voice(debate, id)}>
          <polyline class="line" points=${scores.flatMap((score, i) => (score === null ? [] : [`${x(i)},${y(score)}`])).join(" ")}></polyline>
          ${scores.map((score, i) => (score === null ? nothing : svg`<circle class="dot" cx=${x(i)} cy=${y(score)} r="3"></circle>`))}
          <text class="label" x=${right + 8} y=${(ends.get(id) ?? 0) + 4}>${nameOf(debate, id).slice(0, 10)}</text></g>`,
      )}
    </svg>`;
}

/**
 * @param {import("../drawings.js").Drawn["debate"]} debate
 * @param {Scores} scores
 */
function oneCriterion(debate, { rounds, lines: all }) {
  return numbers(
    ["Round", ...[...all.keys()].map((id) => nameOf(debate, id))],
    rounds.map((round, i) => [String(round), ...[...all.values()].map((scores) => shown(scores[i]))]),
  );
}

/**
 * Where nobody can choose, all criteria stand below one another.
 *
 * @param {Pick<import("../drawings.js").Drawn, "debate" | "entries"> & { criteria: string[] }} input
 */
function allCriteria({ debate, entries, criteria }) {
  const all = criteria.map((name) => ({ name, ...scoresOver(entries, name) }));
  const ids = [...(all[0]?.lines.keys() ?? [])];
  return numbers(
    ["Round", "Criterion", ...ids.map((id) => nameOf(debate, id))],
    (all[0]?.rounds ?? []).flatMap((round, i) =>
      all.map(({ name, lines: scores }) => [round, title(name), ...ids.map((id) => shown(scores.get(id)?.[i]))]),
    ),
  );
}

/** @param {number | null | undefined} score */
function shown(score) {
  return score?.toFixed(1) ?? "–";
}
