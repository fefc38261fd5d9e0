// @ts-check
/** Who speaks: names and colours by participant, and ids of turns in texts turned into links to them. */
import { html, nothing } from "./lib/lit-html/lit-html.js";

/**
 * @typedef {import("./wire.d.ts").Debate} Debate
 */

const COLOURS = 8;
const TURN_ID = /\bg\d+-r(\d+)-t(\d+)\b/;

/**
 * @param {Debate} debate
 * @param {string | null | undefined} id
 */
export function nameOf(debate, id) {
  return debate.participants.find((p) => p.id === id)?.name ?? (id === "moderator" ? "Moderator" : (id ?? "Somebody"));
}

/**
 * The class that gives somebody's words their colour.
 *
 * @param {Debate} debate
 * @param {string | null | undefined} id
 */
export function voice(debate, id) {
  const at = debate.participants.findIndex((p) => p.id === id);
  return at < 0 ? "voice-0" : `voice-${(at % COLOURS) + 1}`;
}

/**
 * A judge's words, in which ids of turns lead to those turns.
 *
 * @param {string} text
 */
export function cited(text) {
  const parts = text.split(/\b(g\d+-r\d+-t\d+)\b/);
  if (parts.length === 1) return text;
  return parts.map((part) => {
    const [, round, index] = TURN_ID.exec(part) ?? [];
    return round ? html`<a class="cite" href=${`#${part}`}>round ${round}, turn ${index}</a>` : part;
  });
}

/**
 * A judge's longer words, by paragraphs.
 *
 * @param {string} text
 */
export function paragraphs(text) {
  return html`${text.split(/\n\s*\n/).map((part) => html`<p dir="auto">${cited(part)}</p>`)}`;
}

/**
 * @param {string} heading
 * @param {string[] | undefined} items
 * @param {"h3" | "h4"} [level]
 */
export function listed(heading, items, level = "h3") {
  if (!items?.length) return nothing;
  const list = html`<ul>${items.map((item) => html`<li dir="auto">${cited(item)}</li>`)}</ul>`;
  return level === "h3" ? html`<h3>${heading}</h3>${list}` : html`<h4>${heading}</h4>${list}`;
}
