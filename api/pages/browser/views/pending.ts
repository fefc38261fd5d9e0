/** Forms for what the debate waits for: answers or a decision. */
import { langOf, nameOf } from "../base/cast.page-base.ts";
import type { Debate, Decision } from "../base/wire.page-base.ts";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { textIn } from "../text/fields.page-text.ts";
import { formOf } from "../text/form-of.ts";
import { moment } from "../text/words.page-text.ts";

type PendingAnswers = Extract<NonNullable<Debate["pending"]>, { type: "answers" }>;

interface Form {
  debate: Debate;
  busy: boolean;
  models: string[];
  onReply: (path: string, body: object) => void;
}

export function pendingView(form: Form) {
  const { pending } = form.debate;
  if (!pending) return nothing;
  const view = pending.type === "answers" ? questionsForm(pending, form) : decisionForm(pending.decision, form);
  return html`<section class="pending" id="pending" aria-labelledby="pending-title">${view}</section>`;
}

function questionsForm(pending: PendingAnswers, { debate, busy, onReply }: Form) {
  const open = pending.questions.filter(({ answered }) => !answered);
  const send = (answers: { questionId: string; answer: string | null }[]) => {
    if (answers.length > 0) onReply("answers", { answers });
  };
  const given = (form: HTMLFormElement) => {
    const data = new FormData(form);
    return open.map(({ id }) => ({ questionId: id, answer: textIn(data, id) || null }));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send(given(formOf(event)).filter(({ answer }) => answer !== null));
  };
  const skip = (id: string) => () => send([{ questionId: id, answer: null }]);
  const skipRest = ({ currentTarget }: Event) => {
    const { form } = currentTarget as HTMLButtonElement;
    if (form) send(given(form));
  };
  return html`<h2 id="pending-title" tabindex="-1">The participants ask the owner</h2>
    <form @submit=${submit}>${repeat(
      open,
      ({ id }) => id,
      (
        question,
      ) => html`<div class="question"><label><span dir="auto" id=${`${question.id}-text`} lang=${langOf(debate)}>${question.text}</span>
        <span class="quiet">${question.askedBy.map((who) => nameOf(debate, who)).join(", ")}</span>
        <textarea name=${question.id} rows="2" maxlength="10000" dir="auto"></textarea></label>
        <button type="button" class="plain" aria-describedby=${`${question.id}-text`} aria-disabled=${busy ? "true" : nothing} @click=${skip(question.id)}>Skip</button></div>`,
    )}
    <p class="quiet">The debate continues when every question is answered or skipped. You can answer some now and others later. “Skip all” sends your answers and skips the empty ones.</p>
    <div class="row"><button type="submit" aria-disabled=${busy ? "true" : nothing}>Send the answers</button>
    <button type="button" class="plain" aria-disabled=${busy ? "true" : nothing} @click=${skipRest}>Skip all</button></div></form>`;
}

/** Parameters that are numbers. */
const FIGURES = new Set(["maxCostUsd", "maxTokens"]);

/** The filled-in parameters of an option; undefined for an option without any. */
function paramsOf({ id, params }: Decision["options"][number], data: FormData) {
  if (!params) return undefined;
  const given = Object.keys(params).flatMap((name) => {
    const text = textIn(data, `${id}.${name}`);
    if (text === "") return [];
    return [[name, FIGURES.has(name) ? Number(text) : text]];
  });
  return Object.fromEntries(given);
}

function decisionForm(decision: Decision, { busy, models, onReply }: Form) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(formOf(event));
    const option = decision.options.find(({ id }) => id === data.get("option"));
    if (!option) return;
    const params = paramsOf(option, data);
    onReply(`decisions/${decision.id}`, { option: option.id, ...(params && { params }) });
  };
  return html`<h2 id="pending-title" tabindex="-1">The owner’s decision</h2>
    <p dir="auto">${decision.question}</p>
    <form @submit=${submit}><fieldset><legend class="unseen">How should it continue?</legend>${decision.options.map(
      ({ id, label, consequence, params }) => html`<div class="option">
        <label><input type="radio" name="option" value=${id} required><span><strong>${label}</strong>${id === decision.default ? html` <span class="quiet">(the default)</span>` : nothing}<span class="consequence">${consequence}</span></span></label>
        ${Object.entries(params ?? {}).map(
          ([name, words]) =>
            html`<label class="param">${words}<input name=${`${id}.${name}`} inputmode=${FIGURES.has(name) ? "decimal" : nothing} list=${name === "model" ? "decision-models" : nothing} autocomplete="off"></label>`,
        )}</div>`,
    )}</fieldset>
    <datalist id="decision-models">${models.map((model) => html`<option value=${model}></option>`)}</datalist>
    <p class="quiet">Without a decision, the default applies at ${moment(decision.expiresAt)}.</p>
    <button type="submit" aria-disabled=${busy ? "true" : nothing}>Decide</button></form>`;
}
