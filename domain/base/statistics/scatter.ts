/**
 * An evenly distributed 32-bit hash of a text: FNV-1a, finished with MurmurHash3's mixing steps.
 *
 * @example
 * scatter("deb-1") // → 527076335
 */
export function scatter(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
