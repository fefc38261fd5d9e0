/** The random key at the end of each mark in a debate's prompts. */
import { textOf } from "../../ids.ts";

/** Base 32 in lower case: models read it as few tokens. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** Random bytes that a key needs; it has 40 bits. */
export const FENCE_KEY_BYTES = 8;

export function fenceKeyFrom(bytes: Uint8Array): string {
  return textOf(ALPHABET, bytes);
}
