/** Debates made from this one: a fork or a twin. */
import { plural } from "../../../../domain/base/text/text.ts";
import { money } from "../../../../domain/base/words/figures.words.ts";
import { send } from "../base/api.page-base.ts";
import { html } from "../lib/lit-html/lit-html.js";
import { textIn } from "../text/fields.page-text.ts";
import { definePanel } from "./panel.action.ts";

async function open(created: Promise<{ id: string }>) {
  location.assign(`/debates/${(await created).id}`);
  return null;
}

export const FORK = definePanel<number>({
  title: "Fork this debate",
  load: ({ rounds }) => rounds(),
  view: (
    { debate },
    rounds,
  ) => html`<p>A new debate takes over the rounds up to the one you choose and continues from there by itself. This debate does not change.</p>
    <label>After round<select name="round">${Array.from({ length: rounds + 1 }, (_, i) => rounds - i).map(
      (round) =>
        html`<option value=${round}>${round === 0 ? "none: begin afresh with the same positions" : round}</option>`,
    )}</select></label>
    <p class="quiet">To change more than that, <a href=${`/debates/new?from=${debate.id}`}>duplicate and edit</a> the debate.</p>`,
  label: "Start the fork",
  act: ({ api }, given) => open(send(`${api}/fork`, { afterRound: Number(textIn(given, "round")) })),
});

export const TWIN = definePanel<void>({
  title: "Start a twin",
  view: ({
    debate: { cost, round },
  }) => html`<p>The same debate starts again with its sides swapped. Without sides, the speakers swap seats. If the winner changes too, the verdict depended on the side.</p>
    <p class="quiet">This debate has cost ${money(cost.totalUsd)} in ${plural(round, "round")}; its twin costs about the same.</p>`,
  label: "Start the twin",
  act: ({ api }) => open(send(`${api}/twin`)),
});
