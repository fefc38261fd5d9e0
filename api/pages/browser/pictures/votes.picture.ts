/** Votes on the motion before and after the debate, as divided bars. */

import { type Words, wordsIn } from "../base/say.ts";
import { type Counts, votesIn } from "../figures/votes.figure.ts";
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { title } from "../text/words.page-text.ts";
import type { Drawn } from "./drawn.ts";
import { numbers } from "./numbers.picture.ts";

const LEFT = 64;
const ROW = 34;
const CHOICES = ["for", "undecided", "against"] as const;

export function votesPicture({ debate, entries, width }: Drawn) {
  const votes = votesIn(debate, entries);
  if (!votes) return nothing;
  const words = wordsIn(debate);
  const { say } = words;
  const rows = (
    [
      ["Before", votes.before],
      ["After", votes.after],
    ] as const
  ).flatMap(([name, counts]) => (counts ? [{ name, counts }] : []));
  const height = rows.length * ROW;
  return html`<figure><figcaption><h3>${say("Votes on the motion")}</h3></figcaption>
    <svg viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height} role="img" aria-label=${say("{what}; the table below has the numbers", { what: say("Votes on the motion") })}>
      ${rows.map(({ name, counts }, row) => svg`<text x="0" y=${row * ROW + 20}>${say(name)}</text>${parts(counts, { width, top: row * ROW + 2, words })}`)}
    </svg>
    ${numbers(
      ["", ...CHOICES.map((choice) => title(choice))],
      rows.map(({ name, counts }) => [say(name), ...CHOICES.map((choice) => counts[choice])]),
      words,
    )}</figure>`;
}

function parts(counts: Counts, { width, top, words }: { width: number; top: number; words: Words }) {
  const all = CHOICES.reduce((sum, choice) => sum + counts[choice], 0) || 1;
  const perVote = (width - LEFT - 4) / all;
  let left = LEFT;
  return CHOICES.filter((choice) => counts[choice] > 0).map((choice) => {
    const x = left;
    const wide = counts[choice] * perVote;
    left += wide;
    return svg`<rect class=${`vote is-${choice}`} x=${x + 1} y=${top} width=${wide - 2} height="28"></rect><text class="inside" x=${x + 10} y=${top + 18}>${title(choice, words)} ${counts[choice]}</text>`;
  });
}
