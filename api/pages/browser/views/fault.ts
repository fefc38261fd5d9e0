/** The fault that stopped a debate, with a suggestion. */
import { cited } from "../cast.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import type { Debate } from "../wire.ts";

export function faultView({ error }: Debate) {
  if (!error) return nothing;
  return html`<section class="aside warn"><h2>It was stopped by a fault</h2><p dir="auto">${cited(error.message)}</p><p class="quiet" dir="auto">${error.suggestion}</p></section>`;
}
