// @ts-check
/**
 * The debate in pictures, each with its numbers as a table beside it. Drawn only while somebody looks.
 *
 * @typedef {import("./wire.d.ts").Debate} Debate
 * @typedef {import("./story.js").Entry} Entry
 */
import { nameOf, voice } from "./cast.js";
import { callsIn, costOver, criteriaIn, scoresOver } from "./figures.js";
import { html, nothing, svg } from "./lib/lit-html/lit-html.js";
import { money, seconds, title } from "./words.js";

const LEFT = 34;
const HEIGHT = 170;
const FOOT = 22;
const LABEL_PX = 15;
const LANE = 26;

/** @param {{ debate: Debate, entries: Entry[], width: number, criterion: string, choose: (event: Event) => void }} input */
export function drawingsView(input) {
  return html`${scoresPicture(input)} ${costPicture(input)} ${callsPicture(input)}`;
}

/** @param {{ debate: Debate, entries: Entry[], width: number, criterion: string, choose: (event: Event) => void }} input */
function scoresPicture({ debate, entries, width, criterion, choose }) {
  const { rounds, lines } = scoresOver(entries, criterion);
  if (rounds.length === 0) return nothing;
  const right = width - 84;
  const x = /** @param {number} i */ (i) => LEFT + (rounds.length < 2 ? 0 : (i * (right - LEFT)) / (rounds.length - 1));
  const y = /** @param {number} score */ (score) => HEIGHT - FOOT - (score / 10) * (HEIGHT - FOOT - 10);
  const ends = spread(
    [...lines].map(([id, scores]) => ({ id, y: y(scores.findLast((score) => score !== null) ?? 0) })),
  );
  return html`<figure><figcaption><h3>Scores over the rounds</h3>
      <label class="inline">Criterion <select @change=${choose}>${criteriaIn(entries).map(
        (name) => html`<option value=${name} ?selected=${name === criterion}>${title(name)}</option>`,
      )}</select></label></figcaption>
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img" aria-label="Scores over the rounds; the table below has the numbers">
      ${[0, 5, 10].map((score) => svg`<line class="grid" x1=${LEFT} x2=${right} y1=${y(score)} y2=${y(score)}></line><text x=${LEFT - 8} y=${y(score) + 4} text-anchor="end">${score}</text>`)}
      ${rounds.map((round, i) => (rounds.length <= 12 || i % Math.ceil(rounds.length / 12) === 0 ? svg`<text x=${x(i)} y=${HEIGHT - 4} text-anchor="middle">${round}</text>` : nothing))}
      ${[...lines].map(
        ([id, scores]) => svg`<g class=${voice(debate, id)}>
          <polyline class="line" points=${scores.flatMap((score, i) => (score === null ? [] : [`${x(i)},${y(score)}`])).join(" ")}></polyline>
          ${scores.map((score, i) => (score === null ? nothing : svg`<circle class="dot" cx=${x(i)} cy=${y(score)} r="3"></circle>`))}
          <text class="label" x=${right + 8} y=${(ends.get(id) ?? 0) + 4}>${nameOf(debate, id).slice(0, 10)}</text></g>`,
      )}
    </svg>
    ${numbers(
      ["Round", ...[...lines.keys()].map((id) => nameOf(debate, id))],
      rounds.map((round, i) => [String(round), ...[...lines.values()].map((scores) => scores[i]?.toFixed(1) ?? "–")]),
    )}</figure>`;
}

/**
 * Labels that would lie upon one another, moved apart.
 *
 * @param {{ id: string, y: number }[]} labels
 */
function spread(labels) {
  let last = -LABEL_PX;
  return new Map(
    labels
      .toSorted((a, b) => a.y - b.y)
      .map(({ id, y }) => {
        last = Math.max(y, last + LABEL_PX);
        return [id, last];
      }),
  );
}

/** @param {{ debate: Debate, entries: Entry[], width: number }} input */
function costPicture({ debate, entries, width }) {
  const spent = costOver(entries);
  const total = spent.at(-1)?.usd ?? 0;
  const [start, end] = [spent[0]?.at ?? 0, spent.at(-1)?.at ?? 0];
  if (total === 0 || end === start) return nothing;
  const { limitUsd } = debate.cost;
  const most = Math.max(total, limitUsd ?? 0);
  const right = width - 12;
  const left = LEFT + 24;
  const x = /** @param {number} at */ (at) => left + ((at - start) / (end - start)) * (right - left);
  const y = /** @param {number} usd */ (usd) => HEIGHT - FOOT - (usd / most) * (HEIGHT - FOOT - 14);
  const steps = spent.map(
    ({ at, usd }, i) => `${i === 0 ? "M" : `H${x(at)} V`}${i === 0 ? `${x(at)},${y(usd)}` : y(usd)}`,
  );
  return html`<figure><figcaption><h3>What it had cost</h3></figcaption>
    <svg viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img" aria-label="Cost over time; the table below has the numbers">
      ${[0, most].map((usd) => svg`<line class="grid" x1=${left} x2=${right} y1=${y(usd)} y2=${y(usd)}></line><text x=${left - 8} y=${y(usd) + 4} text-anchor="end">${exact(usd)}</text>`)}
      ${limitUsd === null ? nothing : svg`<text x=${right} y=${y(limitUsd) - 4} text-anchor="end">the limit</text>`}
      <path class="line" d=${steps.join(" ")}></path>
      <text x=${left} y=${HEIGHT - 4}>0 s</text><text x=${right} y=${HEIGHT - 4} text-anchor="end">${seconds(end - start)}</text>
    </svg>
    ${numbers(
      ["After", "Spent"],
      spent.map(({ at, usd }) => [seconds(at - start), exact(usd)]),
    )}</figure>`;
}

/** @param {number} usd Of small sums the cents alone would say nothing. */
function exact(usd) {
  return usd === 0 || usd >= 1 ? money(usd) : `$${usd.toPrecision(2)}`;
}

/** @param {{ debate: Debate, entries: Entry[], width: number }} input */
function callsPicture({ debate, entries, width }) {
  const calls = callsIn(entries);
  const start = Math.min(...calls.map(({ from }) => from));
  const end = Math.max(...calls.map(({ from, to }) => to ?? from), start + 1);
  const lanes = [...debate.participants.map(({ id }) => id), "judge"].filter((id) =>
    calls.some(({ who }) => who === id),
  );
  const left = 84;
  const right = width - 4;
  const x = /** @param {number} at */ (at) => left + ((at - start) / (end - start)) * (right - left);
  const named = /** @param {string} id */ (id) => (id === "judge" ? "The judge" : nameOf(debate, id));
  const height = lanes.length * LANE + FOOT;
  return html`<figure><figcaption><h3>Who spoke when</h3><p class="quiet">Pale: waiting for the first word.</p></figcaption>
    <svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label="Model calls over time; the table below has the numbers">
      ${lanes.map((id, lane) => svg`<text class="label" x="0" y=${lane * LANE + 17}>${named(id).slice(0, 11)}</text><line class="grid" x1=${left} x2=${right} y1=${(lane + 1) * LANE} y2=${(lane + 1) * LANE}></line>`)}
      ${calls.map(({ who, from, first, to }) => {
        const top = lanes.indexOf(who) * LANE + 6;
        const speaks = first ?? from;
        return svg`<g class=${voice(debate, who)}><rect class="wait" x=${x(from)} y=${top} width=${Math.max(0.5, x(speaks) - x(from))} height="14"></rect><rect class="fill" x=${x(speaks)} y=${top} width=${Math.max(1, x(to ?? end) - x(speaks))} height="14"></rect></g>`;
      })}
      <text x=${left} y=${height - 4}>0 s</text><text x=${right} y=${height - 4} text-anchor="end">${seconds(end - start)}</text>
    </svg>
    ${numbers(
      ["Who", "Round", "Began", "First word", "Lasted"],
      calls.map(({ who, round, from, first, to }) => [
        named(who),
        String(round ?? "–"),
        seconds(from - start),
        first === null ? "–" : seconds(first - from),
        to === null ? "still" : seconds(to - from),
      ]),
    )}</figure>`;
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function numbers(head, rows) {
  return html`<details><summary>The numbers</summary><div class="scrolls" tabindex="0" role="group" aria-label="The numbers"><table>
    <thead><tr>${head.map((name, i) => html`<th scope="col" class=${i === 0 ? "" : "number"}>${name}</th>`)}</tr></thead>
    <tbody>${rows.map(([first, ...rest]) => html`<tr><th scope="row">${first}</th>${rest.map((cell) => html`<td class="number">${cell}</td>`)}</tr>`)}</tbody></table></div></details>`;
}
