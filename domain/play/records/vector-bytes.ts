/** Vectors as the table has them: four bytes a number. */

/** The embedding of a turn or template; `key` names its model and text. */
export interface StoredVector {
  id: string;
  key: string;
  vector: Float32Array;
}

export function packVector(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function unpackVector(bytes: unknown): Float32Array {
  // A copy: the bytes may begin at any place of another buffer, numbers of four bytes cannot.
  return new Float32Array(Uint8Array.from(bytes as Uint8Array).buffer);
}
