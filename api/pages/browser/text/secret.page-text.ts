/** A secret that is shown once, with a button that copies it. */
import { html } from "../lib/lit-html/lit-html.js";
import { copied } from "./clipboard.ts";

export function secretView({ label, secret }: { label: string; secret: string }) {
  const copy = async ({ currentTarget }: Event) => {
    const place = (currentTarget as HTMLElement).closest(".secret") as HTMLElement;
    const field = place.querySelector("input") as HTMLInputElement;
    const output = place.querySelector("output") as HTMLOutputElement;
    field.select();
    output.value = (await copied(secret)) ? "Copied." : "Copy the marked text yourself.";
  };
  return html`<div class="secret row"><label class="wide">${label}<input readonly .value=${secret} autocomplete="off" spellcheck="false"></label>
    <button type="button" @click=${copy}>Copy</button><output role="status"></output></div>`;
}
