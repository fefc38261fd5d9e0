// @ts-check
/** What stopped a debate, and what can be done about it. */
import { html, nothing } from "./lib/lit-html/lit-html.js";

/** @param {import("./wire.d.ts").Debate} debate */
export function faultView({ error }) {
  if (!error) return nothing;
  return html`<section class="aside warn"><h2>It was stopped by a fault</h2><p dir="auto">${error.message}</p><p class="quiet" dir="auto">${error.suggestion}</p></section>`;
}
