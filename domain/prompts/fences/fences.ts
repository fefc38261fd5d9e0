/**
 * Fences separate foreign text from Parley's own. A debate's marks end in its secret key. A debate from before keys
 * existed keeps plain marks, because its prompts are rebuilt and compared by hash.
 */
import type { Fences } from "./marks.ts";
import { PLAIN_FENCES } from "./plain-fences.ts";
import { sealedFences } from "./sealed-fences.ts";

/**
 * Plain marks for a debate without a key.
 *
 * @example
 * fencesOf({}) === fencesOf({}) // → true
 */
export function fencesOf({ fenceKey }: { fenceKey?: string | undefined }): Fences {
  return fenceKey === undefined ? PLAIN_FENCES : sealedFences(fenceKey);
}
