/** What a debate would cost, in words. */

import { plural } from "../../../../domain/base/text/text.ts";
import { money, whole } from "../../../../domain/base/words/figures.words.ts";
import type { Estimates } from "../base/wire.page-base.ts";
import { html } from "../lib/lit-html/lit-html.js";

export function estimateView(estimate: Estimates | null) {
  const { lowest, likely, worst } = estimate ?? {};
  if (!lowest || !likely || !worst)
    return html`<p class="quiet">What it would cost is shown here before it starts.</p>`;
  if (likely.costUsd === null)
    return html`<p><strong>What it costs is not known</strong>, since a model’s price is not: about ${plural(likely.calls, "call")},
      at worst ${whole(worst.calls)}.</p>`;
  return html`<p><strong>About ${money(likely.costUsd)}</strong> in ${plural(likely.calls, "call")};
    from ${money(lowest.costUsd)} to, at worst, ${money(worst.costUsd)} in ${plural(worst.calls, "call")}.</p>`;
}
