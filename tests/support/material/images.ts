/** Small real images of any size: each has one colour. */
import { crc32, deflateSync } from "node:zlib";

/** `seed` makes the bytes differ, not the picture's size. */
export function pngOf(width: number, height: number, seed = 0): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const rows = Buffer.alloc((width + 1) * height, seed);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** `frames`: how many pictures it has. */
export function gifOf(width: number, height: number, frames = 1): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const head = Buffer.concat([
    Buffer.from("GIF89a"),
    size,
    Buffer.from([0x80, 0, 0]),
    Buffer.from([0, 0, 0, 255, 255, 255]),
  ]);
  const picture = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0]),
    Buffer.from([1, 0, 1, 0, 0]),
    Buffer.from([2, 2, 0x4c, 1, 0]),
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => picture), Buffer.from([0x3b])]);
}

/** The structure of a JPEG with a thumbnail in a segment; its picture is a few bytes. */
export function jpegOf(width: number, height: number): Buffer {
  const thumbnail = segment(0xe1, Buffer.from([0xff, 0xd8, 0xff, 0xd9]));
  const frame = segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]));
  const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
  return Buffer.concat([Buffer.from([0xff, 0xd8]), thumbnail, frame, scan, Buffer.from([1, 0xff, 0, 2, 0xff, 0xd9])]);
}

function segment(marker: number, data: Buffer): Buffer {
  const length = data.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 255]), data]);
}

/** The structure of a WebP of each kind. */
export function webpOf(kind: "VP8 " | "VP8L" | "VP8X", width: number, height: number, isMoving = false): Buffer {
  const data = Buffer.alloc(10);
  if (kind === "VP8 ") {
    data.set([0, 0, 0, 0x9d, 1, 0x2a]);
    data.writeUInt16LE(width, 6);
    data.writeUInt16LE(height, 8);
  } else if (kind === "VP8L") {
    data[0] = 0x2f;
    data.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0, 1);
  } else {
    data[0] = isMoving ? 2 : 0;
    data.writeUIntLE(width - 1, 4, 3);
    data.writeUIntLE(height - 1, 7, 3);
  }
  const size = Buffer.alloc(4);
  size.writeUInt32LE(data.length);
  const body = Buffer.concat([Buffer.from(`WEBP${kind}`, "latin1"), size, data]);
  const all = Buffer.alloc(4);
  all.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from("RIFF"), all, body]);
}
