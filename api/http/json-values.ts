/** Limits the number of values in a JSON text. */
import { ParleyError } from "../../domain/base/errors.base.ts";

/**
 * An export of 16 MiB has at most about 800,000. `JSON.parse` needs up to 64 bytes for each and cannot be interrupted:
 * beyond a thread's memory limit it would end the whole process.
 */
const MOST_VALUES = 2_000_000;

const [QUOTE, BACKSLASH, ...OPENERS] = Buffer.from('"\\,{[');

/** Throws `too-costly` before anything is parsed. */
export function requireFewValues(bytes: Uint8Array): void {
  if (bytes.length <= MOST_VALUES) return;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (OPENERS.includes(byte)) values++;
  }
  if (values > MOST_VALUES) throw new ParleyError("too-costly", `the body has more than ${MOST_VALUES} values`);
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
