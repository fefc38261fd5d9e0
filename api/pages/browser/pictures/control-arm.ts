/** The effect of the debate: scores of the answers that each gave alone, and after the debate. */
import { nameOf, voice } from "../cast.ts";
import { meansOf } from "../figures/ballots.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { type Words, wordsIn } from "../text/say.ts";
import type { Debate, RuledControlArm } from "../wire.ts";
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
  // That of newer versions has no scores: the result shows its answers.
  if (!("before" in result.controlArm)) return nothing;
  const { before, after, changed } = result.controlArm;
  const afterwards = meansOf(result.ballots);
  const moved = [...meansOf(before.ballots)].flatMap(([id, score]) => {
    const then = afterwards.get(id);
    return then === undefined ? [] : [{ id, before: score, after: then }];
  });
  const words = wordsIn(debate);
  const { say, digits } = words;
  return html`<figure><figcaption><h3>${say("Before and after")}</h3></figcaption>
    <table class="ballots"><thead><tr><th scope="col">${say("Each alone, blind")}</th><th scope="col">${say("After the debate")}</th></tr></thead>
      <tbody><tr><td>${standing(debate, before)}</td><td>${standing(debate, after)}</td></tr></tbody></table>
    <p>${say(changed ? "The debate changed who argued best." : "The debate did not change who argued best.")} ${say(before.unanimous ? "Before it all gave the same answer." : "Before it they gave different answers.")}</p>
    ${slopes({ debate, moved, width })}
    ${numbers(
      ["Participant", "Before", "After", "Difference"],
      moved.map((each) => [
        nameOf(debate, each.id),
        digits(each.before, 1),
        digits(each.after, 1),
        signed(each.after - each.before, words),
      ]),
      words,
    )}
    <h4>${say("The ballots on the answers given alone")}</h4>
    ${ballotGrid(debate, { ballots: before.ballots, ...(before.winner !== null && { winner: before.winner }) })}
    ${ballotTable(debate, before.ballots)}</figure>`;
}

function standing(debate: Debate, { winner, side, contested }: RuledControlArm["after"]) {
  const { say, word } = wordsIn(debate);
  if (contested) return html`<span class="ballot">${say("contested")}</span>`;
  if (side) return html`<span class="ballot">${say("the side {side}", { side: word(side) })}</span>`;
  if (winner === null) return html`<span class="ballot">${say("nobody")}</span>`;
  return html`<span class=${`ballot ${voice(debate, winner)}`}>${nameOf(debate, winner)}</span>`;
}

function slopes({ debate, moved, width }: { debate: Debate; moved: Moved[]; width: number }) {
  if (moved.length === 0) return nothing;
  const { say, digits } = wordsIn(debate);
  const values = moved.flatMap(({ before, after }) => [before, after]);
  const least = Math.max(0, Math.floor((Math.min(...values) - 5) / 10) * 10);
  const most = Math.min(100, Math.ceil((Math.max(...values) + 5) / 10) * 10);
  const [left, right] = [56, width - NAME_PX];
  const y = scale({ from: least, to: most, start: HEIGHT - 26, end: 26 });
  const starts = spread(moved.map(({ id, before }) => ({ id, y: y(before) })));
  const ends = spread(moved.map(({ id, after }) => ({ id, y: y(after) })));
  return html`<svg viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img" aria-label=${say("{what}; the table below has the numbers", { what: say("Mean scores before and after") })}>
    <text x=${left} y="12" text-anchor="middle">${say("Before")}</text><text x=${right} y="12" text-anchor="middle">${say("After")}</text>
    ${[left, right].map((x) => svg`<line class="grid" x1=${x} x2=${x} y1="20" y2=${HEIGHT - 10}></line>`)}
    ${moved.map(
      ({ id, before, after }) => svg`<g class=${voice(debate, id)}>
        <line class="line" x1=${left} x2=${right} y1=${y(before)} y2=${y(after)}></line>
        <circle class="dot" cx=${left} cy=${y(before)} r="4"></circle><circle class="dot" cx=${right} cy=${y(after)} r="4"></circle>
        <text class="label" x=${left - 10} y=${(starts.get(id) ?? 0) + 4} text-anchor="end">${digits(before, 1)}</text>
        <text class="label" x=${right + 10} y=${(ends.get(id) ?? 0) + 4}>${digits(after, 1)} ${short(nameOf(debate, id), 12)}</text></g>`,
    )}
  </svg>`;
}

function signed(value: number, { digits }: Words) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${digits(Math.abs(value), 1)}`;
}
