/**
 * The same content in two styles: prose against Markdown of the same words, and sentences with neutral openings against
 * sentences with confident ones of the same length. No reason is added or lost.
 */
import { sentencesOf } from "../../../domain/base/text/sentences.ts";

export type Style = "markdown" | "confident";

/** Of as many characters each. */
const OPENINGS = [
  { neutral: "A point to note here:", confident: "This much is certain:" },
  { neutral: "Another one, then:", confident: "There is no doubt:" },
  { neutral: "One more point here:", confident: "The facts are clear:" },
  { neutral: "A further point:", confident: "Make no mistake:" },
] as const;

/** Deterministic. */
export function inStyle(text: string, style: Style): { plain: string; styled: string } {
  const sentences = sentencesOf(text).map(({ sentence }) => sentence);
  if (style === "markdown") return { plain: sentences.join(" "), styled: inMarkdown(sentences) };
  return { plain: opened(sentences, "neutral"), styled: opened(sentences, "confident") };
}

/** The first sentence in bold, each further one as an item of a list. */
function inMarkdown([first = "", ...rest]: string[]): string {
  const items = rest.map((sentence) => `- ${sentence}`);
  return [`**${first}**`, ...(items.length > 0 ? ["", ...items] : [])].join("\n");
}

function opened(sentences: string[], by: "neutral" | "confident"): string {
  return sentences.map((sentence, i) => `${OPENINGS[i % OPENINGS.length]?.[by]} ${sentence}`).join(" ");
}
