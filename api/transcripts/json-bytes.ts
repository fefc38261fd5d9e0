/** Encodes an object with long lists as JSON in slices. */
import { createSlices } from "../http/slices.ts";

/** Characters that are encoded at once. */
const PIECE = 100_000;

/** The bytes of `jsonText(value)`. */
export async function jsonBytes(value: object): Promise<Uint8Array<ArrayBuffer>> {
  const nextSlice = createSlices();
  const encoded: Uint8Array[] = [];
  let piece = "";
  for (const part of partsOf(value)) {
    piece += part;
    if (piece.length < PIECE) continue;
    encoded.push(Buffer.from(piece));
    piece = "";
    await nextSlice();
  }
  return Buffer.concat([...encoded, Buffer.from(`${piece}\n`)]);
}

function* partsOf(value: object): Generator<string> {
  let before = "{";
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    if (Array.isArray(field)) yield* elementsOf(field);
    else yield JSON.stringify(field);
    before = ",";
  }
  yield before === "{" ? "{}" : "}";
}

function* elementsOf(list: unknown[]): Generator<string> {
  let before = "[";
  for (const element of list) {
    yield `${before}${JSON.stringify(element)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
