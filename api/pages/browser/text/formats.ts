/** Titles of the formats, which the server writes into every page. */
import { title } from "./words.page-text.ts";

const TITLES: Record<string, string> = JSON.parse(document.body.dataset["formats"] ?? "{}");

export function formatTitle(name: string) {
  return TITLES[name] ?? title(name);
}
