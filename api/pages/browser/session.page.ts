/**
 * The session. The key is sent to the server once and not stored here; the server returns a cookie that no script can read.
 */
import { Refusal, read, request } from "./base/api.page-base.ts";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { fresh } from "./live/fresh.ts";
import { textIn } from "./text/fields.page-text.ts";
import { formOf } from "./text/form-of.ts";

export interface Session {
  open: boolean;
  signedIn: boolean;
  canWrite: boolean;
  isAdmin: boolean;
  /** The id of the key that signed in. */
  key: string | null;
  /** Where users sign in; null: only keys do. */
  issuer: string | null;
  /** Pages of features. */
  pages: { title: string; address: string }[];
}

let issuer: string | null = null;

export async function readSession() {
  const session = await read<Session>("/session");
  ({ issuer } = session);
  return session;
}

/** The top of every page. Nobody signs in on a shared page, which has no session. */
export function showMasthead(session: Session | null) {
  render(
    html`<header class="masthead">
      ${session ? html`<a class="brand" href="/debates">Parley</a>` : html`<span class="brand">Parley</span>`}
      <nav aria-label="Pages">${session ? html`${session.pages.map(pageLink)}${session.isAdmin ? pageLink({ title: "Keys", address: "/keys" }) : nothing}` : html`<span class="quiet">shared with you, to read</span>`}
        ${session?.signedIn ? html`<button type="button" class="plain" @click=${signOut}>Sign out</button>` : nothing}</nav>
    </header>`,
    document.getElementById("masthead") as HTMLElement,
  );
}

function pageLink({ title, address }: Session["pages"][number]) {
  return html`<a href=${address} aria-current=${location.pathname === address ? "page" : nothing}>${title}</a> `;
}

/** Ends the session. */
export async function signOut() {
  await request("/session", { method: "DELETE" });
  location.assign("/debates");
}

/** Starts a session with a key. */
export function signIn(key: string) {
  return request("/session", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ key }),
  });
}

/** Replaces the page by a form for a key, and a way to the issuer. Both lead back to this page. */
export function askForKey(place: HTMLElement, refused?: string) {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const key = textIn(new FormData(formOf(event)), "key");
    try {
      await signIn(key);
      location.reload();
    } catch (error) {
      askForKey(place, error instanceof Refusal ? error.message : "The server cannot be reached.");
    }
  };
  render(
    html`<section class="sign-in"><h1>Sign in</h1>
      ${issuer ? html`<p><a class="button" href=${issuerLink()}>Sign in at ${issuer}</a></p><p>Or use a key.</p>` : nothing}
      <p>Enter an API key. This browser does not store it, only a session of 12 hours.</p>
      <form @submit=${submit}>
        <label>API key<input name="key" type="password" required autocomplete="off" spellcheck="false" aria-describedby=${refused ? "refused" : nothing}></label>
        <p id="refused" class="fault" role="alert">${refused ?? nothing}</p>
        <button type="submit">Sign in</button>
      </form></section>`,
    fresh(place),
  );
  place.querySelector("input")?.focus();
}

function issuerLink() {
  return `/session/sign-in?${new URLSearchParams({ to: location.pathname + location.search })}`;
}
