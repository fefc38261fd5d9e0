// @ts-check
/** What a page shows in place of itself when it can not be shown. */
import { fresh } from "./fresh.js";
import { html, render } from "./lib/lit-html/lit-html.js";

/**
 * @param {HTMLElement} place
 * @param {unknown} error
 */
export function showFailure(place, error) {
  const { status, message } = /** @type {{ status?: number, message?: string }} */ (error);
  const heading = status === 404 ? "There is no such debate" : "This can not be shown now";
  const words =
    status === 404 ? "It was erased, or it belongs to somebody else." : (message ?? "Something went wrong.");
  render(
    html`<section class="sign-in"><h1>${heading}</h1><p>${words}</p><p><a href="/debates">All debates</a></p></section>`,
    fresh(place),
  );
}
