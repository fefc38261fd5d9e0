/** Vectors as the table keeps them: four bytes a number. */

export function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function vectorIn(bytes: unknown): Float32Array {
  // A copy, since numbers of four bytes can not begin anywhere in somebody else's buffer.
  return new Float32Array(Uint8Array.from(bytes as Uint8Array).buffer);
}
