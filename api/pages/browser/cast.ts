/** Names and colours of participants, and links for the ids of turns in texts. */
import { html, nothing } from "./lib/lit-html/lit-html.js";
import type { Debate } from "./wire.ts";

const COLOURS = 8;
const TURN_ID = /\bg\d+-r(\d+)-t(\d+)\b/;

export function nameOf(debate: Debate, id: string | null | undefined) {
  return debate.participants.find((p) => p.id === id)?.name ?? id ?? "Somebody";
}

/** The class that colours a participant's words. */
export function voice(debate: Debate, id: string | null | undefined) {
  const at = debate.participants.findIndex((p) => p.id === id);
  return at < 0 ? "voice-0" : `voice-${(at % COLOURS) + 1}`;
}

/** A judge's text with links to the turns that it names. */
export function cited(text: string) {
  const parts = text.split(/\b(g\d+-r\d+-t\d+)\b/);
  if (parts.length === 1) return text;
  return parts.map((part) => {
    const [, round, index] = TURN_ID.exec(part) ?? [];
    return round ? html`<a class="cite" href=${`#${part}`}>round ${round}, turn ${index}</a>` : part;
  });
}

/** A judge's text as paragraphs. */
export function paragraphs(text: string) {
  return html`${text.split(/\n\s*\n/).map((part) => html`<p dir="auto">${cited(part)}</p>`)}`;
}

export function listed(heading: string, items: string[] | undefined, level: "h3" | "h4" = "h3") {
  if (!items?.length) return nothing;
  const list = html`<ul>${items.map((item) => html`<li dir="auto">${cited(item)}</li>`)}</ul>`;
  return level === "h3" ? html`<h3>${heading}</h3>${list}` : html`<h4>${heading}</h4>${list}`;
}
