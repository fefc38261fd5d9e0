/** The random key at the end of each mark in a debate's prompts. */
import { textOf } from "../../base/ids.base.ts";

/** Base 32 in lower case: models read it as few tokens. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** Random bytes that a key needs; it has 40 bits. */
export const FENCE_KEY_BYTES = 8;

/** For prompts that are only measured, whose length must not change between calls. */
export const SAMPLE_FENCE_KEY = "k7m2q4xa";

/** It takes so many tokens more than a key that happens to be a word. */
export const MORE_THAN_SHORTEST = 6;

/** No key takes more tokens: for what must not be estimated too low. */
export const LONGEST_FENCE_KEY = "2b4u5t3c";

export function fenceKeyFrom(bytes: Uint8Array): string {
  return textOf(ALPHABET, bytes);
}
