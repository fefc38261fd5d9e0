/** What was said in both debates, round by round. The turns are read when the reader opens it. */

import { read } from "../../../api/pages/browser/base/api.page-base.ts";
import type { TranscriptExport } from "../../../api/pages/browser/base/wire.page-base.ts";
import { html, nothing, render } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { title } from "../../../api/pages/browser/text/words.page-text.ts";
import type { Both } from "../../../domain/base/both.ts";
import { plural } from "../../../domain/base/text/text.ts";
import type { Side } from "../domain/side.compared.ts";
import { alignTurns, type ComparedRound, isSamePair, type Said, type TurnPair } from "../domain/turns.compared.ts";
import { foldedText } from "./folded.compared-view.ts";

export function turnsView(sides: Both<Side>, names: Both<string>) {
  if (sides.some(({ isRejudged }) => isRejudged))
    return html`<section class="part"><h2>What was said</h2><p>Both judged the same turns: only the rulings differ.</p></section>`;
  const toggle = onFirst((place) => showTurns(place, { sides, names }));
  return html`<section class="part"><h2>What was said</h2>
    <details @toggle=${toggle}><summary>The turns of both, round by round</summary><div>Loading …</div></details></section>`;
}

/** Fills the last part of a fold when it is opened for the first time. */
function onFirst(fill: (place: HTMLElement) => void | Promise<void>) {
  let isFilled = false;
  return ({ currentTarget }: Event) => {
    const { open, lastElementChild: place } = currentTarget as HTMLDetailsElement;
    if (!open || isFilled || !(place instanceof HTMLElement)) return;
    isFilled = true;
    void fill(place);
  };
}

async function showTurns(place: HTMLElement, { sides, names }: { sides: Both<Side>; names: Both<string> }) {
  try {
    const [ours, theirs] = await Promise.all(sides.map(({ debate }) => turnsOf(debate.id)));
    const rounds = alignTurns([ours ?? [], theirs ?? []]);
    const first = rounds.findIndex(({ isSame }) => !isSame);
    place.replaceChildren();
    render(
      rounds.length > 0
        ? rounds.map((round, at) => roundView(round, { names, isOpen: at === first }))
        : html`<p>Nobody has spoken yet.</p>`,
      place,
    );
  } catch (error) {
    place.replaceChildren();
    render(html`<p class="fault">${(error as Error).message}</p>`, place);
  }
}

async function turnsOf(id: string): Promise<Said[]> {
  const { turns } = await read<TranscriptExport>(`/v1/debates/${id}/transcript`);
  return turns.filter(({ status }) => status === "whole");
}

function roundView(
  { round, pairs, isSame }: ComparedRound,
  { names, isOpen }: { names: Both<string>; isOpen: boolean },
) {
  const name = round === 0 ? "Before round 1" : `Round ${round}`;
  const note = isSame ? "the same words in both" : plural(pairs.length, "turn");
  const toggle = onFirst(
    (place) =>
      void render(
        pairs.map((pair) => pairView(pair, names)),
        place,
      ),
  );
  return html`<details class="side-round" ?open=${isOpen} @toggle=${toggle}><summary>${name}<span class="quiet">, ${note}</span></summary><div></div></details>`;
}

function pairView(pair: TurnPair, names: Both<string>) {
  const speakers = [...new Set(pair.flatMap((turn) => (turn ? [turn.participant] : [])))];
  const phase = pair.find((turn) => turn !== null)?.phase ?? "";
  const summary = html`<summary><bdi>${speakers.join(" and ")}</bdi><span class="quiet">, ${title(phase).toLowerCase()}${isSamePair(pair) ? ": the same words in both" : nothing}</span></summary>`;
  if (isSamePair(pair) && pair[0]) return html`<details class="pair">${summary}${foldedText(pair[0].text)}</details>`;
  return html`<details class="pair" open>${summary}
    <div class="both">${pair.map((turn, at) => html`<div><p class="kicker" dir="auto">${names[at]}${turn && speakers.length > 1 ? html`: <bdi>${turn.participant}</bdi>` : nothing}</p>${turn ? foldedText(turn.text) : html`<p class="quiet">No such turn</p>`}</div>`)}</div></details>`;
}
