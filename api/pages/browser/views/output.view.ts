/** The result as a JSON value, folded. */

import { wordsIn } from "../base/say.ts";
import type { Debate, Result } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";

export function outputView(debate: Debate, { output }: Result) {
  if (!output) return nothing;
  const { say } = wordsIn(debate);
  return html`<details class="output"><summary>${say("The result as JSON")}</summary>
    <div class="prose"><pre dir="ltr" tabindex="0">${JSON.stringify(output.value, null, 2)}</pre></div>
    <p class="quiet">${say("Written by ")}<bdi>${output.model}</bdi></p></details>`;
}
