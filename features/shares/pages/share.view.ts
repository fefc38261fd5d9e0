/** Share links: make one, copied at once; list those that work; revoke them. */
import { createDialog, DIALOG_TITLE } from "../../../api/pages/browser/actions/dialog.action.ts";
import { read, request, send } from "../../../api/pages/browser/base/api.page-base.ts";
import { html, nothing } from "../../../api/pages/browser/lib/lit-html/lit-html.js";
import { copied } from "../../../api/pages/browser/text/clipboard.ts";
import { textIn } from "../../../api/pages/browser/text/fields.page-text.ts";
import { formOf } from "../../../api/pages/browser/text/form-of.ts";
import { age, moment } from "../../../api/pages/browser/text/words.page-text.ts";

const LENGTHS = [
  [3_600, "an hour"],
  [86_400, "a day"],
  [604_800, "a week"],
  [2_592_000, "30 days"],
] as const;
const USUAL = 604_800;

interface Link {
  id: string;
  createdAt: string;
  expiresAt: string;
}

/** `api`: the debate's address. */
export function openShare(api: string) {
  const address = `${api}/shares`;
  const { dialog, show, say } = createDialog();
  let links: Link[] = [];
  /** Ids of those that were revoked here. */
  const revoked = new Set<string>();
  /** The newest one's address. */
  let made = "";

  const draw = () => show(shareView({ links, revoked, made, onMake, onRevoke: (id) => void onRevoke(id) }));
  const readLinks = async () => {
    const { items } = await read<{ items: Link[] }>(address);
    links = [...items, ...links.filter(({ id }) => revoked.has(id))];
  };
  /** Draws the list before it says what was done, so that both agree. */
  const attempt = async (act: () => Promise<string>) => {
    try {
      const done = await act();
      await readLinks();
      draw();
      say(done);
    } catch (error) {
      say(html`<span class="fault">${(error as Error).message}</span>`);
    }
  };
  const onMake = (event: SubmitEvent) => {
    event.preventDefault();
    const expiresInSeconds = Number(textIn(new FormData(formOf(event)), "length"));
    void attempt(async () => {
      const { url, expiresAt } = await send<{ url: string; expiresAt: string }>(address, { expiresInSeconds });
      made = new URL(url, location.href).href;
      const isCopied = await copied(made);
      draw();
      if (!isCopied) dialog.querySelector<HTMLInputElement>("input[name=link]")?.select();
      return `${isCopied ? "Copied" : "Copy the marked link"}. It is on until ${moment(expiresAt)}, for this debate only, and only to read.`;
    });
  };
  const onRevoke = (id: string) =>
    attempt(async () => {
      await request(`${address}/${id}`, { method: "DELETE" });
      revoked.add(id);
      made = "";
      return "Revoked: the link does not work any more.";
    });

  draw();
  dialog.showModal();
  void attempt(async () => "");
}

interface Share {
  links: Link[];
  revoked: Set<string>;
  made: string;
  onMake: (event: SubmitEvent) => void;
  onRevoke: (id: string) => void;
}

function shareView({ links, revoked, made, onMake, onRevoke }: Share) {
  return html`<h2 id=${DIALOG_TITLE} tabindex="-1">Share this debate</h2>
    <form @submit=${onMake}><div class="row"><label>A link that works for<select name="length">${LENGTHS.map(
      ([seconds, words]) => html`<option value=${seconds} ?selected=${seconds === USUAL}>${words}</option>`,
    )}</select></label><button type="submit">Create and copy</button></div></form>
    ${made ? html`<input name="link" readonly aria-label="The link" .value=${made}>` : nothing}
    <output aria-live="polite"></output>
    <h3>Links</h3>
    ${links.length === 0 ? html`<p class="quiet">None is on.</p>` : nothing}
    <ul class="shares">${links.map(({ id, createdAt, expiresAt }) =>
      revoked.has(id)
        ? html`<li><span><strong>Revoked</strong> <span class="quiet">made ${age(createdAt)}</span></span></li>`
        : html`<li><span><strong>On until ${moment(expiresAt)}</strong> <span class="quiet">made ${age(createdAt)}</span></span>
      <button type="button" class="plain" @click=${() => onRevoke(id)}>Revoke<span class="unseen"> the link made ${age(createdAt)}</span></button></li>`,
    )}</ul>
    <form method="dialog"><button class="plain">Close</button></form>`;
}
