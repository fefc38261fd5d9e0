/** Judgements of a debate that is over: another judge's, and the owner's. */
import { read, request, send } from "../base/api.page-base.ts";
import type { Models, TranscriptExport } from "../base/wire.page-base.ts";
import { fieldView } from "../form/parts/field.ts";
import { html } from "../lib/lit-html/lit-html.js";
import { textIn } from "../text/fields.page-text.ts";
import { definePanel } from "./panel.action.ts";

export const REJUDGE = definePanel<string[]>({
  title: "Ask another judge",
  load: async () =>
    (await read<Models>("/v1/models")).items.flatMap(({ id, isAvailable }) => (isAvailable ? [id] : [])),
  view: (
    { debate },
    models,
    problems,
  ) => html`<p>Another model reads all turns and rules. Nobody debates again, and this debate keeps its own result. It costs about as much as one verdict.</p>
    ${fieldView({ path: "judge/model", label: "The judge’s model", kind: "text", known: "judges", shape: "wide" }, { valueOf: () => undefined, named: (value) => value, problems })}
    <datalist id="judges">${models.filter((id) => id !== debate.judge?.model).map((id) => html`<option value=${id}></option>`)}</datalist>`,
  label: "Ask this judge",
  act: async ({ api }, given) => {
    await send(`${api}/rejudge`, { judge: { model: textIn(given, "judge/model") } });
    return "The judge is at work. The ruling appears on this page, below the result.";
  },
});

const RATINGS = [1, 2, 3, 4, 5];

export const RATE = definePanel<TranscriptExport["trace"]["userRating"]>({
  title: "Rate this debate",
  load: async ({ api }) => (await read<TranscriptExport>(`${api}/transcript?as=json`)).trace.userRating,
  view: (_, before) => html`<p>The owner’s rating appears in the report. A new one replaces it.</p>
    <fieldset class="stars"><legend>The owner’s rating</legend>${RATINGS.map(
      (n) =>
        html`<label><input type="radio" name="rating" value=${n} required ?checked=${before?.rating === n}><span aria-hidden="true">${"★".repeat(n)}</span><span class="unseen">${n} of 5</span></label>`,
    )}</fieldset>
    <label>Comment <span class="quiet">(optional)</span><textarea name="comment" rows="3" maxlength="2000" dir="auto" .value=${before?.comment ?? ""}></textarea></label>`,
  label: "Save the rating",
  act: async ({ api }, given) => {
    const comment = textIn(given, "comment");
    const body = { rating: Number(textIn(given, "rating")), ...(comment && { comment }) };
    const headers = { accept: "application/json", "content-type": "application/json" };
    await request(`${api}/rating`, { method: "PUT", headers, body: JSON.stringify(body) });
    return "The rating is saved.";
  },
});
