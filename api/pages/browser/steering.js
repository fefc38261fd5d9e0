// @ts-check
/**
 * What the owner may do now: the commands in `allowed`, and a word of one's own. Whatever was refused is said beside it.
 *
 * @typedef {import("./wire.d.ts").Debate} Debate
 */
import { formOf, textIn } from "./fields.js";
import { html, nothing } from "./lib/lit-html/lit-html.js";

const LABELS = /** @type {const} */ ([
  ["validate", "Check the draft"],
  ["start", "Start"],
  ["pause", "Pause"],
  ["resume", "Resume"],
  ["retry", "Try again"],
  ["reset", "Begin anew"],
]);

/** There is nothing yet to conclude on. */
const DRAFTS = new Set(["configuring", "validating", "ready"]);

/**
 * @param {object} input
 * @param {Debate} input.debate
 * @param {boolean} input.busy A command is on its way.
 * @param {(command: string, body?: object) => void} input.onCommand
 */
export function commandsView({ debate, busy, onCommand }) {
  const { allowed, pausing } = debate;
  const may = /** @param {string} name */ (name) => /** @type {string[]} */ (allowed).includes(name);
  const buttons = LABELS.filter(([name]) => may(name) && !(name === "pause" && pausing));
  if (buttons.length === 0 && !may("stop") && !pausing) return nothing;
  return html`<div class="commands" role="group" aria-label="Steer the debate">
    ${buttons.map(([name, label], at) => html`<button type="button" class=${at === 0 ? "" : "plain"} ?disabled=${busy} @click=${() => onCommand(name)}>${label}</button>`)}
    ${pausing && may("pause") ? html`<button type="button" ?disabled=${busy} @click=${() => onCommand("pause", { when: "now" })}>Pause at once</button>` : nothing}
    ${may("stop") ? html`<button type="button" class="plain" ?disabled=${busy} @click=${openStop}>Stop …</button>${stopDialog(debate, onCommand)}` : nothing}
  </div>`;
}

/** @param {Event} event */
function openStop({ currentTarget }) {
  const dialog = /** @type {HTMLElement} */ (currentTarget).parentElement?.querySelector("dialog");
  dialog?.showModal();
}

/**
 * @param {Debate} debate
 * @param {(command: string, body?: object) => void} onCommand
 */
function stopDialog({ status }, onCommand) {
  /** @param {string | null} mode */
  const choose =
    (mode) =>
    (/** @type {Event} */ { currentTarget }) => {
      /** @type {HTMLElement} */ (currentTarget).closest("dialog")?.close();
      if (mode) onCommand("stop", { mode });
    };
  return html`<dialog aria-labelledby="stop-title">
    <h2 id="stop-title">Stop this debate?</h2>
    <p>It can not be taken up again.</p>
    <div class="choices">
      ${DRAFTS.has(status) ? nothing : html`<button type="button" @click=${choose("conclude")}>Conclude<span>The debate ends on what was said so far.</span></button>`}
      <button type="button" @click=${choose("abandon")}>Abandon<span>It is cancelled now, without a verdict.</span></button>
      <button type="button" class="plain" @click=${choose(null)}>Let it go on</button>
    </div>
  </dialog>`;
}

/**
 * @param {object} input
 * @param {Debate} input.debate
 * @param {boolean} input.busy
 * @param {(text: string, to: string) => Promise<boolean>} input.onSay Whether it was taken.
 */
export function interjectionView({ debate, busy, onSay }) {
  /** @param {SubmitEvent} event */
  const say = async (event) => {
    event.preventDefault();
    const form = formOf(event);
    const data = new FormData(form);
    const text = textIn(data, "text");
    if (text && (await onSay(text, textIn(data, "to")))) form.reset();
  };
  return html`<details class="interject"><summary>Say something yourself</summary>
    <form @submit=${say}>
      <label>Your remark<textarea name="text" rows="3" maxlength="20000" required dir="auto"></textarea></label>
      <div class="row"><label>Shown to<select name="to"><option value="">everybody</option>${debate.participants.map(
        ({ id, name }) => html`<option value=${id}>${name} alone</option>`,
      )}</select></label>
      <button type="submit" ?disabled=${busy}>Say it</button></div>
      <p class="quiet">It is heard from the next turn on.</p>
    </form></details>`;
}
