/** The effect of the debate: scores of the answers that each gave alone, and after the debate. */
import { nameOf, voice } from "../cast.ts";
import { meansOf } from "../figures/ballots.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import type { ControlArm, Debate } from "../wire.ts";
import { scale, short, spread } from "./axes.ts";
import { ballotGrid, ballotTable } from "./ballots.ts";
import type { Drawn } from "./drawn.ts";
import { numbers } from "./numbers.ts";

interface Moved {
  id: string;
  before: number;
  after: number;
}

const HEIGHT = 170;
const NAME_PX = 128;

export function controlArmPicture({ debate, width }: Drawn) {
  const { result } = debate;
  // Without a round, the ballots before are those of the result.
  if (result?.type !== "verdict" || !result.controlArm || debate.round === 0) return nothing;
  const { before, after, changed } = result.controlArm;
  const afterwards = meansOf(result.ballots);
  const moved = [...meansOf(before.ballots)].flatMap(([id, score]) => {
    const then = afterwards.get(id);
    return then === undefined ? [] : [{ id, before: score, after: then }];
  });
  return html`<figure><figcaption><h3>Before and after</h3></figcaption>
    <table class="ballots"><thead><tr><th scope="col">Each alone, blind</th><th scope="col">After the debate</th></tr></thead>
      <tbody><tr><td>${standing(debate, before)}</td><td>${standing(debate, after)}</td></tr></tbody></table>
    <p>The debate ${changed ? "changed" : "did not change"} who argued best. ${before.unanimous ? "Before it all gave the same answer." : "Before it they gave different answers."}</p>
    ${slopes({ debate, moved, width })}
    ${numbers(
      ["Participant", "Before", "After", "Difference"],
      moved.map((each) => [
        nameOf(debate, each.id),
        each.before.toFixed(1),
        each.after.toFixed(1),
        signed(each.after - each.before),
      ]),
    )}
    <h4>The ballots on the answers given alone</h4>
    ${ballotGrid(debate, { ballots: before.ballots, ...(before.winner !== null && { winner: before.winner }) })}
    ${ballotTable(debate, before.ballots)}</figure>`;
}

function standing(debate: Debate, { winner, side, contested }: ControlArm["after"]) {
  if (contested) return html`<span class="ballot">contested</span>`;
  if (side) return html`<span class="ballot">the side ${side}</span>`;
  if (winner === null) return html`<span class="ballot">nobody</span>`;
  return html`<span class=${`ballot ${voice(debate, winner)}`}>${nameOf(debate, winner)}</span>`;
}

function slopes({ debate, moved, width }: { debate: Debate; moved: Moved[]; width: number }) {
  if (moved.length === 0) return nothing;
  const values = moved.flatMap(({ before, after }) => [before, after]);
  const least = Math.max(0, Math.floor((Math.min(...values) - 5) / 10) * 10);
  const most = Math.min(100, Math.ceil((Math.max(...values) + 5) / 10) * 10);
  const [left, right] = [56, width - NAME_PX];
  const y = scale({ from: least, to: most, start: HEIGHT - 26, end: 26 });
  const starts = spread(moved.map(({ id, before }) => ({ id, y: y(before) })));
  const ends = spread(moved.map(({ id, after }) => ({ id, y: y(after) })));
  return html`<svg viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img" aria-label="Mean scores before and after; the table below has the numbers">
    <text x=${left} y="12" text-anchor="middle">Before</text><text x=${right} y="12" text-anchor="middle">After</text>
    ${[left, right].map((x) => svg`<line class="grid" x1=${x} x2=${x} y1="20" y2=${HEIGHT - 10}></line>`)}
    ${moved.map(
      ({ id, before, after }) => svg`<g class=${voice(debate, id)}>
        <line class="line" x1=${left} x2=${right} y1=${y(before)} y2=${y(after)}></line>
        <circle class="dot" cx=${left} cy=${y(before)} r="4"></circle><circle class="dot" cx=${right} cy=${y(after)} r="4"></circle>
        <text class="label" x=${left - 10} y=${(starts.get(id) ?? 0) + 4} text-anchor="end">${before.toFixed(1)}</text>
        <text class="label" x=${right + 10} y=${(ends.get(id) ?? 0) + 4}>${after.toFixed(1)} ${short(nameOf(debate, id), 12)}</text></g>`,
    )}
  </svg>`;
}

function signed(value: number) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;
}
