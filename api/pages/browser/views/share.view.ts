/** Share links: create one, list those that work, revoke them. */
import { Refusal, read, request, send } from "../base/api.page-base.ts";
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { moment } from "../text/words.page-text.ts";

const LENGTHS = [
  [3_600, "an hour"],
  [86_400, "a day"],
  [604_800, "a week"],
  [2_592_000, "30 days"],
] as const;

interface Link {
  id: string;
  createdAt: string;
  expiresAt: string;
}

/** Shows the form and the links that work now. `api`: the debate's address. */
export function openShare(place: HTMLElement, api: string) {
  const address = `${api}/shares`;

  const make = async (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const field = form.elements.namedItem("link") as HTMLInputElement;
    await attempt(async () => {
      const expiresInSeconds = Number(new FormData(form).get("length"));
      const { url, expiresAt } = await send<{ url: string; expiresAt: string }>(address, { expiresInSeconds });
      field.value = new URL(url, location.href).href;
      field.hidden = false;
      field.select();
      return `Works until ${moment(expiresAt)}, only for this debate and only for reading.`;
    });
  };

  const list = async () => {
    const { items } = await read<{ items: Link[] }>(address);
    render(
      linksView(items, (id) => void revoke(id)),
      place.querySelector(".links") as HTMLElement,
    );
  };

  const revoke = (id: string) =>
    attempt(async () => {
      await request(`${address}/${id}`, { method: "DELETE" });
      return "Revoked: the link does not work any more.";
    });

  /** Updates the list and then reports the outcome, so that whoever reads the outcome sees the list that follows from it. */
  const attempt = async (act: () => Promise<string>) => {
    const output = place.querySelector("output") as HTMLOutputElement;
    try {
      const outcome = await act();
      await list();
      output.value = outcome;
    } catch (error) {
      output.value = error instanceof Refusal ? error.message : "The server cannot be reached.";
    }
  };

  render(
    html`<form @submit=${make}><div class="row"><label>A link that works for<select name="length">${LENGTHS.map(
      ([seconds, words]) => html`<option value=${seconds}>${words}</option>`,
    )}</select></label><button type="submit">Create the link</button></div>
    <input name="link" readonly hidden aria-label="The link"><output></output></form>
    <div class="links"></div>`,
    place.querySelector(".sharing") as HTMLElement,
  );
  void attempt(async () => "");
}

function linksView(links: Link[], onRevoke: (id: string) => void) {
  if (links.length === 0) return nothing;
  return html`<ul class="notices">${links.map(
    ({ id, createdAt, expiresAt }) => html`<li>Created ${moment(createdAt)}, works until ${moment(expiresAt)}
      <button type="button" @click=${() => onRevoke(id)}>Revoke</button></li>`,
  )}</ul>`;
}
