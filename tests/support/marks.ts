/** Reads prompts whose marks have keys. */

const KEYED =
  /(<\/?(?:topic|context|exhibit|participant|turn|citations|assessment|faults|question|answer|summary|template|claim))-[a-z2-7]{8}(?=[ >])/g;

/** The text of a prompt with plain marks, for tests of what stands between them. */
export function withPlainMarks(text: string): string {
  return text.replaceAll(KEYED, "$1");
}
