/** The owner's controls: the legal commands, and an interjection. */

import type { Debate } from "./base/wire.page-base.ts";
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { textIn } from "./text/fields.page-text.ts";
import { formOf } from "./text/form-of.ts";

const LABELS = [
  ["validate", "Check the draft"],
  ["start", "Start"],
  ["pause", "Pause"],
  ["resume", "Resume"],
  ["retry", "Try again"],
] as const;

/** Without turns there is nothing to conclude on. */
const DRAFTS = new Set(["configuring", "validating", "ready"]);

interface Commands {
  debate: Debate;
  /** A command is on its way. */
  busy: boolean;
  onCommand: (command: string, body?: object) => void;
}

export function commandsView({ debate, busy, onCommand }: Commands) {
  const { allowed, pausing, id } = debate;
  const may = (name: string) => (allowed as string[]).includes(name);
  const buttons = LABELS.filter(([name]) => may(name) && !(name === "pause" && pausing));
  if (buttons.length === 0 && !may("stop") && !pausing) return nothing;
  return html`<div class="commands" role="group" aria-label="Steer the debate">
    ${buttons.map(([name, label], at) => html`<button type="button" class=${at === 0 ? "" : "plain"} aria-disabled=${busy ? "true" : nothing} @click=${() => onCommand(name)}>${label}</button>`)}
    ${pausing && may("pause") ? html`<button type="button" aria-disabled=${busy ? "true" : nothing} @click=${() => onCommand("pause", { when: "now" })}>Pause at once</button>` : nothing}
    ${may("configure") ? html`<a class="act" href=${`/debates/${id}/edit`}>Edit this draft</a>` : nothing}
    ${may("reset") ? asking({ label: "Begin anew …", busy, dialog: resetDialog(onCommand) }) : nothing}
    ${may("stop") ? asking({ label: "Stop …", busy, dialog: stopDialog(debate, onCommand) }) : nothing}
  </div>`;
}

/** A button that opens its dialog. */
function asking({ label, busy, dialog }: { label: string; busy: boolean; dialog: unknown }) {
  const open = ({ currentTarget }: Event) =>
    ((currentTarget as HTMLElement).nextElementSibling as HTMLDialogElement).showModal();
  return html`<button type="button" class="plain" aria-disabled=${busy ? "true" : nothing} @click=${open}>${label}</button>${dialog}`;
}

/** Closes the dialog of an event, then acts. */
function closing(act?: () => void) {
  return ({ currentTarget }: Event) => {
    (currentTarget as HTMLElement).closest("dialog")?.close();
    act?.();
  };
}

function stopDialog({ status }: Debate, onCommand: Commands["onCommand"]) {
  const stop = (mode: string) => closing(() => onCommand("stop", { mode }));
  return html`<dialog aria-labelledby="stop-title">
    <h2 id="stop-title">Stop this debate?</h2>
    <p>A stopped debate cannot be resumed.</p>
    <div class="choices">
      ${DRAFTS.has(status) ? nothing : html`<button type="button" @click=${stop("conclude")}>Conclude<span>The debate ends with the turns so far.</span></button>`}
      <button type="button" @click=${stop("abandon")}>Abandon<span>It is cancelled now, without a verdict.</span></button>
      <button type="button" class="plain" @click=${closing()}>Keep it running</button>
    </div>
  </dialog>`;
}

function resetDialog(onCommand: Commands["onCommand"]) {
  return html`<dialog aria-labelledby="reset-title">
    <h2 id="reset-title">Begin this debate anew?</h2>
    <p>It becomes a draft, which you can edit and start. It then begins at round 1. The turns so far stay on this page, but
      the new debate does not use them. Their cost still counts.</p>
    <div class="choices">
      <button type="button" @click=${closing(() => onCommand("reset"))}>Begin anew<span>“Try again” continues from the turns so far instead.</span></button>
      <button type="button" class="plain" @click=${closing()}>Leave it as it is</button>
    </div>
  </dialog>`;
}

interface Interjection {
  debate: Debate;
  busy: boolean;
  /** Whether it was taken. */
  onSay: (text: string, to: string) => Promise<boolean>;
}

export function interjectionView({ debate, busy, onSay }: Interjection) {
  const say = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = formOf(event);
    const data = new FormData(form);
    const text = textIn(data, "text");
    if (text && (await onSay(text, textIn(data, "to")))) form.reset();
  };
  return html`<details class="interject"><summary>Speak as the owner</summary>
    <form @submit=${say}>
      <label>The owner’s remark<textarea name="text" rows="3" maxlength="20000" required dir="auto"></textarea></label>
      <div class="row"><label>Shown to<select name="to"><option value="">everybody</option>${debate.participants.map(
        ({ id, name }) => html`<option value=${id}>${name} alone</option>`,
      )}</select></label>
      <button type="submit" aria-disabled=${busy ? "true" : nothing}>Say it</button></div>
      <p class="quiet">The participants read it from the next turn on.</p>
    </form></details>`;
}
