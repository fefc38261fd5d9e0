/** Buffers that are moved between threads instead of copied. */

/** The buffers of the bytes in a value, if nothing else can be in them. */
export function wholeBuffers(value: object): ArrayBuffer[] {
  const buffers = Object.values(value).flatMap((part: unknown) =>
    part instanceof Uint8Array && part.buffer instanceof ArrayBuffer && part.byteLength === part.buffer.byteLength
      ? [part.buffer]
      : [],
  );
  return [...new Set(buffers)];
}
