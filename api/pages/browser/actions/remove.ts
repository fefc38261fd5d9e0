/** The erasure of a debate that is over. */
import { request } from "../base/api.page-base.ts";
import { html } from "../lib/lit-html/lit-html.js";
import { definePanel } from "./panel.action.ts";

export const REMOVE = definePanel<void>({
  title: "Delete this debate?",
  view: () => html`<p><strong>You cannot undo this.</strong> Everything stored for the debate is erased: its turns, verdict, costs, ratings, other judges’ rulings, and what Temporal recorded. Links that you shared stop working.</p>
    <p class="quiet">Its forks and twins stay. To keep a copy, close this and save the JSON first: it can be imported again.</p>`,
  label: "Delete it for good",
  act: async ({ api }) => {
    await request(api, { method: "DELETE" });
    location.assign("/debates");
    return null;
  },
});
