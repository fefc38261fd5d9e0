/** Splits the transcript of one meeting into turns, always in the same way, so that labels can name a turn by its place. */
import { sentencesOf } from "../../../../../domain/base/text/sentences.ts";

const MOST_WORDS = 300;
const HEADING = /^(?:Mr\. |Senator )?(Lincoln|Douglas)'s (?:Opening Speech|Reply|Rejoinder)\b/;
const PAGE_NUMBER = /^\d+$/;

export interface SplitTurn {
  by: string;
  /** Of the meeting, from 1. */
  speech: number;
  text: string;
}

/**
 * Turns of at most 300 words: whole paragraphs, as many as fit; a longer paragraph is cut between sentences. A longer
 * sentence stays whole. Page numbers are dropped, and a paragraph that a page break cut in two is joined.
 */
export function splitMeeting(transcript: string): SplitTurn[] {
  return speechesOf(transcript).flatMap(({ by, paragraphs }, i) =>
    packed(paragraphs.flatMap(pieces)).map((text) => ({ by, speech: i + 1, text })),
  );
}

interface Speech {
  by: string;
  paragraphs: string[];
}

function speechesOf(transcript: string): Speech[] {
  const speeches: Speech[] = [];
  let joins = false;
  for (const line of transcript.split("\n").map((each) => each.trim())) {
    const by = HEADING.exec(line)?.[1]?.toLowerCase();
    if (by) speeches.push({ by, paragraphs: [] });
    const paragraphs = speeches.at(-1)?.paragraphs;
    if (by || !paragraphs || line === "") joins = false;
    else if (PAGE_NUMBER.test(line)) joins = paragraphs.length > 0;
    else {
      paragraphs.push(joins ? `${paragraphs.pop() ?? ""} ${line}` : line);
      joins = false;
    }
  }
  return speeches;
}

function pieces(paragraph: string): string[] {
  if (words(paragraph) <= MOST_WORDS) return [paragraph];
  return packed(
    sentencesOf(paragraph).map(({ sentence }) => sentence),
    " ",
  );
}

/** As many of the texts together as fit into a turn. */
function packed(texts: string[], between = "\n\n"): string[] {
  const turns: string[] = [];
  for (const text of texts) {
    const last = turns.at(-1);
    const joined = last === undefined ? text : `${last}${between}${text}`;
    if (last !== undefined && words(joined) <= MOST_WORDS) turns[turns.length - 1] = joined;
    else turns.push(text);
  }
  return turns;
}

function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
