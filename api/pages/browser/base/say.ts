/** The fixed words of the views. The page is English; a report brings the words of its debate's language. */
import { ENGLISH, type Words } from "../../../../domain/base/words/english.words.ts";

export type { Text } from "../../../../domain/base/words/english.words.ts";
export { ENGLISH, type Words };

/** The words of a page or report, and the ids of exhibits that its texts may lead to. */
export interface PageWords extends Words {
  exhibits?: ReadonlySet<string>;
}

/** Of a debate as the views get it. */
export function wordsIn({ words = ENGLISH }: { words?: PageWords | undefined }): PageWords {
  return words;
}

/** A debate whose texts lead to its exhibits. */
export function withExhibitLinks<D extends { exhibits?: { id: string }[] | undefined }>(
  debate: D,
  words: Words = ENGLISH,
) {
  return { ...debate, words: { ...words, exhibits: new Set(debate.exhibits?.map(({ id }) => id)) } };
}
