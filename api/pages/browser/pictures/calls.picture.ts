/** Calls over time: waiting, speaking, looking up, failures, and simultaneous calls. */
import { seconds } from "../../../../domain/base/words/figures.words.ts";
import { nameOf, voice } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { type Call, callsIn } from "../figures/calls.figure.ts";
import { clock, type Row, rowsOf } from "../figures/timeline.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { title } from "../text/words.page-text.ts";
import { FOOT, short } from "./axes.ts";
import type { Drawn } from "./drawn.ts";
import { numbers } from "./numbers.picture.ts";

const LEFT = 84;
const TRACK = 18;
const BAR = 12;
const LANE_GAP = 6;
const PAUSE_PX = 22;
/** Minimum width of a visible call. */
const CALL_PX = 14;

export function callsPicture({ debate, entries, width }: Drawn) {
  const calls = callsIn(entries);
  if (calls.length === 0) return nothing;
  const start = calls[0]?.from ?? 0;
  const now = Math.max(...calls.map(({ from, to, first }) => to ?? first ?? from));
  const rows = rowsOf(calls, { most: Math.floor(width / CALL_PX), now });
  const words = wordsIn(debate);
  const { say } = words;
  return html`<figure><figcaption><h3>${say("Who spoke when")}</h3></figcaption>
    <p class="quiet key">${key("wait", say("waiting for the first word"))} ${key("fill", say("speaking"))} ${key("asked", say("asked for a whole reply"))}
      ${calls.some(({ found }) => found) ? key("looked", say("looking up")) : nothing}
      ${calls.some(({ failure }) => failure !== null) ? key("fails", say("failed ×")) : nothing}</p>
    ${rows.map((row) => rowView({ debate, row, start, now, width }))}
    ${numbers(
      ["Who", "What", "Round", "Began", "First word", "Lasted", "Came to"],
      calls.map(({ who, what, by, round, from, first, to, failure, again, found }) => [
        named(debate, who),
        by === undefined ? title(what, words) : `${title(what, words)}, ${by}`,
        String(round ?? "–"),
        seconds(from - start, words),
        first === null ? "–" : seconds(first - from, words),
        to === null ? say("still") : to === from ? "–" : seconds(to - from, words),
        failure === null
          ? to === null
            ? "–"
            : found
              ? found.join(", ") || say("found nothing")
              : say("whole")
          : `${failure}${again ? say("; tried again") : ""}`,
      ]),
      words,
    )}</figure>`;
}

function key(kind: string, words: string) {
  return html`<span><svg width="22" height="12" viewBox="0 0 22 12" aria-hidden="true">${svg`<rect class=${kind} x="1" y="1" width="20" height="10"></rect>`}</svg> ${words}</span>`;
}

function named(debate: Debate, id: string) {
  return id === "judge" ? wordsIn(debate).say("The judge") : nameOf(debate, id);
}

interface RowView extends Pick<Drawn, "debate" | "width"> {
  row: Row;
  start: number;
  now: number;
}

function rowView({ debate, row, start, now, width }: RowView) {
  const right = width - 4;
  const words = wordsIn(debate);
  const x = clock(row, { start: LEFT, end: right, pausePx: PAUSE_PX });
  const order = [...debate.participants.map(({ id }) => id), "judge"];
  const lanes = row.lanes.toSorted((a, b) => order.indexOf(a.who) - order.indexOf(b.who));
  const tops = lanes.map((_, i) =>
    lanes.slice(0, i).reduce((sum, { tracks }) => sum + tracks.length * TRACK + LANE_GAP, 0),
  );
  const height = lanes.reduce((sum, { tracks }) => sum + tracks.length * TRACK + LANE_GAP, 0) + FOOT;
  const foot = height - FOOT;
  return html`<svg class="calls" viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label=${words.say("{what} over time; the table below has the numbers", { what: words.say("Model calls") })}>
    ${row.pauses.map((pause) => svg`<rect class="pause" x=${x(pause.from)} y="0" width=${x(pause.to) - x(pause.from)} height=${foot}></rect><text x=${(x(pause.from) + x(pause.to)) / 2} y=${height - 6} text-anchor="middle">⋯</text>`)}
    ${lanes.map(({ who, tracks }, lane) => {
      const top = tops[lane] ?? 0;
      const below = top + tracks.length * TRACK + LANE_GAP - 2;
      return svg`<g class=${voice(debate, who)}><text class="label" x="0" y=${top + 13}>${short(named(debate, who), 12)}</text>
        <line class="grid" x1=${LEFT} x2=${right} y1=${below} y2=${below}></line>
        ${tracks.map((track, i) => track.map((call, at) => bar(call, { next: track[at + 1], x, top: top + i * TRACK + 3, now })))}</g>`;
    })}
    <text x=${LEFT} y=${height - 6}>${seconds(row.from - start, words)}</text><text x=${right} y=${height - 6} text-anchor="end">${seconds(row.to - start, words)}</text>
  </svg>`;
}

function bar(
  { from, first, to, failure, again, who, found }: Call,
  { next, x, top, now }: { next: Call | undefined; x: (at: number) => number; top: number; now: number },
) {
  const end = x(to ?? now);
  const middle = top + BAR / 2;
  if (failure !== null) {
    const until = again && next ? x(next.from) : end;
    return svg`<rect class="fails" x=${x(from)} y=${top} width=${Math.max(0.5, end - x(from))} height=${BAR}></rect>
      ${until > end ? svg`<line class="until" x1=${end} x2=${until} y1=${middle} y2=${middle}></line>` : nothing}
      <path class="cross" d=${`M${end - 4},${middle - 4} l8,8 m0,-8 l-8,8`}></path>`;
  }
  if (found)
    return svg`<rect class="looked" x=${x(from)} y=${top + 3} width=${Math.max(2, end - x(from))} height=${BAR - 6}></rect>`;
  // A judge's reply is not streamed.
  if (first === null)
    return svg`<rect class=${who === "judge" || to !== null ? "asked" : "wait"} x=${x(from)} y=${top} width=${Math.max(1, end - x(from))} height=${BAR}></rect>`;
  return svg`<rect class="wait" x=${x(from)} y=${top} width=${Math.max(0.5, x(first) - x(from))} height=${BAR}></rect>
    <rect class="fill" x=${x(first)} y=${top} width=${Math.max(1, end - x(first))} height=${BAR}></rect>`;
}
