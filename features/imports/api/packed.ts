/**
 * Packs long lists for another process as pieces of JSON, which the receiver parses one by one: copying 100,000 small
 * objects at once would block its event loop for half a second.
 */
export type Packed = Uint8Array<ArrayBuffer>[];

/** Characters of JSON in a piece. A longer element is a piece by itself. */
const PIECE = 100_000;

export function pack(list: Iterable<unknown>): Packed {
  return [...pieces(list)].map((piece) => new TextEncoder().encode(piece));
}

export function unpack<T>(packed: Packed): Iterable<T> {
  return {
    *[Symbol.iterator]() {
      for (const piece of packed) yield* JSON.parse(new TextDecoder().decode(piece)) as T[];
    },
  };
}

function* pieces(list: Iterable<unknown>): Generator<string> {
  let elements: string[] = [];
  let length = 0;
  for (const element of list) {
    const json = JSON.stringify(element);
    elements.push(json);
    length += json.length;
    if (length < PIECE) continue;
    yield `[${elements.join()}]`;
    [elements, length] = [[], 0];
  }
  if (elements.length > 0) yield `[${elements.join()}]`;
}
