// @ts-check
/**
 * Who looks at the page. The key goes to the server once and is not kept here: what comes back is a cookie that no script
 * can read.
 *
 * @typedef {{ open: boolean, signedIn: boolean, canWrite: boolean }} Session
 */
import { Refusal, read, request } from "./api.js";
import { formOf, textIn } from "./fields.js";
import { fresh } from "./fresh.js";
import { html, nothing, render } from "./lib/lit-html/lit-html.js";

/** @returns {Promise<Session>} */
export function readSession() {
  return read("/session");
}

/**
 * The top of every page.
 *
 * @param {Session | null} session null: the page is shared, nobody signs in.
 */
export function showMasthead(session) {
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
    /** @type {HTMLElement} */ (document.getElementById("masthead")),
  );
}

/**
 * Asks for a key in place of the page; once it was good, the page is loaded anew.
 *
 * @param {HTMLElement} place
 * @param {string} [refused]
 */
export function askForKey(place, refused) {
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
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
      askForKey(place, error instanceof Refusal ? error.message : "The server can not be reached.");
    }
  };
  render(
    html`<section class="sign-in"><h1>Sign in</h1>
      <p>With an API key. It is not kept in this browser; a session of 12 hours is.</p>
      <form @submit=${submit}>
        <label>API key<input name="key" type="password" required autocomplete="off" spellcheck="false" aria-describedby=${refused ? "refused" : nothing}></label>
        <p id="refused" class="fault" role="alert">${refused ?? nothing}</p>
        <button type="submit">Sign in</button>
      </form></section>`,
    fresh(place),
  );
  place.querySelector("input")?.focus();
}
