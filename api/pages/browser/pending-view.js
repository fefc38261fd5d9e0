// @ts-check
/**
 * What the debate waits for: answers to questions, or a decision.
 *
 * @typedef {import("./wire.d.ts").Debate} Debate
 * @typedef {Extract<NonNullable<Debate["pending"]>, { type: "answers" }>} PendingAnswers
 * @typedef {import("./wire.d.ts").Decision} Decision
 */
import { nameOf } from "./cast.js";
import { formOf, textIn } from "./fields.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { moment } from "./words.js";

/**
 * @param {object} input
 * @param {Debate} input.debate
 * @param {boolean} input.busy
 * @param {string[]} input.models
 * @param {(path: string, body: object) => void} input.onReply
 */
export function pendingView({ debate, busy, models, onReply }) {
  const { pending } = debate;
  if (!pending) return nothing;
  return html`<section class="pending" id="pending" aria-labelledby="pending-title">${
    pending.type === "answers"
      ? questionsForm({ debate, pending, busy, onReply })
      : decisionForm({ decision: pending.decision, busy, models, onReply })
  }</section>`;
}

/** @param {{ debate: Debate, pending: PendingAnswers, busy: boolean, onReply: (path: string, body: object) => void }} input */
function questionsForm({ debate, pending, busy, onReply }) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const data = new FormData(formOf(event));
    const answers = [...data.keys()]
      .map((questionId) => ({ questionId, answer: textIn(data, questionId) }))
      .filter(({ answer }) => answer !== "");
    if (answers.length > 0) onReply("answers", { answers });
  };
  const open = pending.questions.filter(({ answered }) => !answered);
  return html`<h2 id="pending-title" tabindex="-1">The participants ask you</h2>
    <form @submit=${submit}>${repeat(
      open,
      ({ id }) => id,
      ({ id, text, askedBy }) => html`<label><span dir="auto">${text}</span>
        <span class="quiet">${askedBy.map((who) => nameOf(debate, who)).join(", ")}</span>
        <textarea name=${id} rows="2" maxlength="10000" dir="auto"></textarea></label>`,
    )}
    <p class="quiet">The debate goes on once every question has its answer; you may answer some now and the others later.</p>
    <button type="submit" ?disabled=${busy}>Send the answers</button></form>`;
}

/** New limits are figures; a model is a name. */
const FIGURES = new Set(["maxCostUsd", "maxTokens"]);

/**
 * What was filled in beside a choice; nothing for a choice that takes nothing.
 *
 * @param {Decision["options"][number]} option
 * @param {FormData} data
 */
function paramsOf({ id, params }, data) {
  if (!params) return undefined;
  const given = Object.keys(params).flatMap((name) => {
    const text = textIn(data, `${id}.${name}`);
    if (text === "") return [];
    return [[name, FIGURES.has(name) ? Number(text) : text]];
  });
  return Object.fromEntries(given);
}

/** @param {{ decision: Decision, busy: boolean, models: string[], onReply: (path: string, body: object) => void }} input */
function decisionForm({ decision, busy, models, onReply }) {
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const data = new FormData(formOf(event));
    const option = decision.options.find(({ id }) => id === data.get("option"));
    if (!option) return;
    const params = paramsOf(option, data);
    onReply(`decisions/${decision.id}`, { option: option.id, ...(params && { params }) });
  };
  return html`<h2 id="pending-title" tabindex="-1">Your decision</h2>
    <p dir="auto">${decision.question}</p>
    <form @submit=${submit}><fieldset><legend class="unseen">How shall it go on?</legend>${decision.options.map(
      ({ id, label, consequence, params }) => html`<div class="option">
        <label><input type="radio" name="option" value=${id} required><span><strong>${label}</strong>${id === decision.default ? html` <span class="quiet">(the default)</span>` : nothing}<span class="consequence">${consequence}</span></span></label>
        ${Object.entries(params ?? {}).map(
          ([name, words]) =>
            html`<label class="param">${words}<input name=${`${id}.${name}`} inputmode=${FIGURES.has(name) ? "decimal" : nothing} list=${name === "model" ? "decision-models" : nothing} autocomplete="off"></label>`,
        )}</div>`,
    )}</fieldset>
    <datalist id="decision-models">${models.map((model) => html`<option value=${model}></option>`)}</datalist>
    <p class="quiet">Without a decision, the default is taken at ${moment(decision.expiresAt)}.</p>
    <button type="submit" ?disabled=${busy}>Decide</button></form>`;
}
