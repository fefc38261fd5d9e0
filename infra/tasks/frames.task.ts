/** Values between two processes: four bytes of length, then V8's form of the value. What is inside cannot look like an end. */
import { deserialize, serialize } from "node:v8";

const HEAD_BYTES = 4;

export function frameOf(value: unknown): [head: Buffer, body: Buffer] {
  const body = serialize(value);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(body.length);
  return [head, body];
}

/** The values as they come. Throws for one of more than `most` bytes, before it is read. */
export async function* readFrames(stream: AsyncIterable<Buffer>, most: number): AsyncGenerator<unknown, void> {
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted: number | null = null;
  const take = (bytes: number): Buffer => {
    const all = Buffer.concat(chunks);
    chunks = [all.subarray(bytes)];
    size -= bytes;
    return all.subarray(0, bytes);
  };
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= (wanted ?? HEAD_BYTES)) {
      if (wanted === null) {
        wanted = take(HEAD_BYTES).readUInt32LE();
        if (wanted > most) throw new Error(`a value of ${wanted} bytes: more than ${most}`);
      } else {
        const value: unknown = deserialize(take(wanted));
        wanted = null;
        yield value;
      }
    }
  }
}
