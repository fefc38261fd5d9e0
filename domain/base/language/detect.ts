/** The language of a text. Loaded at the first use: its statistics of letters take a megabyte. */
import { canonicalTag } from "./tag.ts";

/** Letters. Shorter texts are guesses: names and English terms weigh too much in them. */
const LEAST = 40;
/** Characters that are looked at: more change nothing. */
const MOST = 2_000;
/** Scripts with a sign for a word, of which fewer say enough. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const DENSE_WEIGHT = 3;
const LETTER = /\p{L}/gu;

/** A BCP-47 tag without a region; undefined when the text is too short or too mixed to be sure. */
export async function detectLanguage(text: string): Promise<string | undefined> {
  const start = text.slice(0, MOST);
  const letters = start.match(LETTER)?.length ?? 0;
  const dense = start.match(DENSE)?.length ?? 0;
  if (letters + dense * (DENSE_WEIGHT - 1) < LEAST) return undefined;
  const { eld } = await import("eld/extrasmall");
  const found = eld.detect(start);
  return found.isReliable() ? (canonicalTag(found.language) ?? undefined) : undefined;
}
