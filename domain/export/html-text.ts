/**
 * Text of models and owners, made fit to stand in an HTML report: all of it is text. Nothing is interpreted, also no
 * Markdown, since a link in it could lead anywhere.
 */

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Control characters that HTML does not allow become the replacement character. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "")
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, "\u{FFFD}");
}

/**
 * Paragraphs as they were written, line breaks included. Each has a direction of its own, so that characters that turn
 * the direction of writing turn nothing outside it.
 */
export function paragraphs(text: string): string {
  const parts = text.trim().split(/(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)\s*/);
  return parts.map((part) => `<p dir="auto">${escapeHtml(part)}</p>`).join("\n");
}

/** A short text inside our own words. */
export function phrase(text: string): string {
  return `<bdi>${escapeHtml(text.trim())}</bdi>`;
}
