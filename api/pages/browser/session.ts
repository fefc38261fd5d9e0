/**
 * The session. The key is sent to the server once and not stored here; the server returns a cookie that no script can read.
 */
import { Refusal, read, request } from "./api.ts";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { fresh } from "./live/fresh.ts";
import { formOf, textIn } from "./text/fields.ts";

interface Session {
  open: boolean;
  signedIn: boolean;
  canWrite: boolean;
}

export function readSession() {
  return read<Session>("/session");
}

/** The top of every page. Nobody signs in on a shared page, which has no session. */
export function showMasthead(session: Session | null) {
  const out = async () => {
    await request("/session", { method: "DELETE" });
    location.assign("/debates");
  };
  render(
    html`<header class="masthead">
      ${session ? html`<a class="brand" href="/debates">Parley</a>` : html`<span class="brand">Parley</span>`}
      <nav aria-label="Pages">${session ? html`<a href="/debates">Debates</a> <a href="/docs">API</a>` : html`<span class="quiet">shared with you, to read</span>`}
        ${session?.signedIn ? html`<button type="button" class="plain" @click=${out}>Sign out</button>` : nothing}</nav>
    </header>`,
    document.getElementById("masthead") as HTMLElement,
  );
}

/** Replaces the page by a form for a key. A valid key reloads the page. */
export function askForKey(place: HTMLElement, refused?: string) {
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const key = textIn(new FormData(formOf(event)), "key");
    try {
      await request("/session", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ key }),
      });
      location.reload();
    } catch (error) {
      askForKey(place, error instanceof Refusal ? error.message : "The server cannot be reached.");
    }
  };
  render(
    html`<section class="sign-in"><h1>Sign in</h1>
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
