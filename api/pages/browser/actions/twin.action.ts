/** A twin of this debate. */
import { plural } from "../../../../domain/base/text/text.ts";
import { money } from "../../../../domain/base/words/figures.words.ts";
import { send } from "../base/api.page-base.ts";
import { html } from "../lib/lit-html/lit-html.js";
import { definePanel } from "./panel.action.ts";

export const TWIN = definePanel<void>({
  title: "Start a twin",
  view: ({
    debate: { cost, round },
  }) => html`<p>The same debate starts again with its sides swapped. Without sides, the speakers swap seats. If the winner changes too, the verdict depended on the side.</p>
    <p class="quiet">This debate has cost ${money(cost.totalUsd)} in ${plural(round, "round")}; its twin costs about the same.</p>`,
  label: "Start the twin",
  async act({ api }) {
    const { id } = await send<{ id: string }>(`${api}/twin`);
    location.assign(`/debates/${id}`);
    return null;
  },
});
