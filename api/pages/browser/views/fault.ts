/** The fault that stopped a debate, with a suggestion. */
import { cited, codeLangOf } from "../base/cast.page-base.ts";
import { wordsIn } from "../base/say.ts";
import type { Debate } from "../base/wire.page-base.ts";
import { html, nothing } from "../lib/lit-html/lit-html.js";

export function faultView(debate: Debate) {
  const { error } = debate;
  if (!error) return nothing;
  const words = wordsIn(debate);
  const lang = codeLangOf(debate);
  return html`<section class="aside warn"><h2>${words.say("It was stopped by a fault")}</h2><p dir="auto" lang=${lang}>${cited(error.message, words)}</p><p class="quiet" dir="auto" lang=${lang}>${error.suggestion}</p></section>`;
}
