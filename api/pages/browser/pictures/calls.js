// @ts-check
/** Model calls over time: who waited and spoke when, so that what went on at once is seen. */
import { nameOf, voice } from "../cast.js";
import { callsIn } from "../figures.js";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { seconds } from "../words.js";
import { FOOT, scale } from "./axes.js";
import { numbers } from "./numbers.js";

const LANE = 26;

/** @param {import("../drawings.js").Drawn} input */
export function callsPicture({ debate, entries, width }) {
  const calls = callsIn(entries);
  if (calls.length === 0) return nothing;
  const start = Math.min(...calls.map(({ from }) => from));
  const end = Math.max(...calls.map(({ from, to }) => to ?? from), start + 1);
  const lanes = [...debate.participants.map(({ id }) => id), "judge"].filter((id) =>
    calls.some(({ who }) => who === id),
  );
  const left = 84;
  const right = width - 4;
  const x = scale({ from: start, to: end, start: left, end: right });
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
