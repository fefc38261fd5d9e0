/** Which files stand in every prompt. Browsers get this file, so it imports types only. */
import type { PageRange } from "./pages.files.ts";

/** Characters of all texts together that stand in every prompt; more is looked up for each turn. */
const MOST_SHOWN = 60_000;

/** Characters of these pages. Reads no further than what can stand in a prompt. */
export async function charactersIn({ first, last }: PageRange, read: (n: number) => Promise<string>): Promise<number> {
  let characters = 0;
  for (let n = first; n <= last && characters <= MOST_SHOWN; n++) characters += (await read(n)).length;
  return characters;
}

/** Whether texts of so many characters are short enough together. */
export function areShort(characters: readonly number[]): boolean {
  return characters.reduce((sum, one) => sum + one, 0) <= MOST_SHOWN;
}
