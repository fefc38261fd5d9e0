/** Below this length `indexOf` is faster, and its cost per character is bounded. */
const SHORT = 16;

/**
 * Substring search in linear time (Knuth, Morris and Pratt, 1977): the first offset at or after `from`; −1 if there is none.
 * The built-in `indexOf` is quadratic on texts like `aaaa…`: 62 s for 1.4 MB.
 */
export function indexOfPassage(passage: string, text: string, from: number): number {
  if (passage.length <= SHORT) return text.indexOf(passage, from);
  const borders = bordersOf(passage);
  let matched = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && passage.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
    if (passage.charCodeAt(matched) === unit) matched += 1;
    if (matched === passage.length) return at - matched + 1;
  }
  return -1;
}

/** For each prefix, the length of its longest proper prefix that is also a suffix. */
function bordersOf(passage: string): Uint32Array {
  const borders = new Uint32Array(passage.length);
  for (let at = 1, length = 0; at < passage.length; at++) {
    while (length > 0 && passage.charCodeAt(at) !== passage.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (passage.charCodeAt(at) === passage.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}
