/** Replaces a page that cannot be shown. */
import { html, render } from "./lib/lit-html/lit-html.js";
import { fresh } from "./live/fresh.ts";

/** `noun`: what a 404 did not find. */
export function showFailure(place: HTMLElement, error: unknown, noun = "debate") {
  const { status, message } = error as { status?: number; message?: string };
  const heading = status === 404 ? `There is no such ${noun}` : "This page is not available now";
  const words =
    status === 404 ? "It was erased, or it belongs to somebody else." : (message ?? "Something went wrong.");
  render(
    html`<section class="sign-in"><h1>${heading}</h1><p>${words}</p><p><a href="/debates">All debates</a></p></section>`,
    fresh(place),
  );
}
