/**
 * The size of an image, from its structure: no pixel is decoded. One that is broken, cut short or too large is refused.
 *
 * Ours, since the package `image-size` (2.1.0) reads headers alone. It took 244 of 264 images that were cut short, and a
 * moving WebP, as whole ones; it also found a size in random bytes. A model would refuse such an image during the debate.
 */
import { MOST_PIXELS } from "../images/limits.images.ts";
import { unreadable } from "./limits.files.ts";
import type { ImageType } from "./media-type.ts";

interface Size {
  width: number;
  height: number;
}

const READERS: Record<ImageType, (bytes: DataView) => Size> = {
  "image/png": pngSize,
  "image/jpeg": jpegSize,
  "image/gif": (bytes) => readGif(bytes).size,
  "image/webp": webpSize,
};

/** Throws `invalid-request`. */
export function imageSize(type: ImageType, bytes: Uint8Array): Size {
  const size = whole(() => READERS[type](viewOf(bytes)));
  if (size.width === 0 || size.height === 0) throw unreadable("is an image without pixels");
  if (Math.max(size.width, size.height) <= MOST_PIXELS) return size;
  throw unreadable(`is an image of ${size.width} × ${size.height} pixels: each side may have ${MOST_PIXELS}`);
}

/** A GIF with its first picture alone: some providers take no moving ones. Any other image stays as it is. */
export function stillOf(type: ImageType, bytes: Uint8Array): Uint8Array {
  if (type !== "image/gif") return bytes;
  const { firstEnd } = readGif(viewOf(bytes));
  const still = bytes.slice(0, firstEnd + 1);
  still[firstEnd] = TRAILER;
  return still;
}

/** Reading beyond the end is a `RangeError`. */
function whole<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw unreadable("is an image that is cut short");
    throw error;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function broken(): Error {
  return unreadable("is a broken image");
}

/** PNG, chapter 5: an 8-byte signature, then chunks of length, name, data and checksum, from IHDR to IEND. */
function pngSize(view: DataView): Size {
  const [IHDR, IEND] = [0x49_48_44_52, 0x49_45_4e_44];
  if (view.getUint32(12) !== IHDR) throw broken();
  let at = 8;
  while (view.getUint32(at + 4) !== IEND) at += 12 + view.getUint32(at);
  view.getUint32(at + 8);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** JPEG, annex B: segments of a marker and a length. SOF has the size, SOS begins the picture, and EOI ends it. */
function jpegSize(view: DataView): Size {
  let size: Size | null = null;
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    if (view.getUint8(at) !== 0xff) throw broken();
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker !== 0xda) continue;
    if (!size) throw broken();
    // Within the picture FF is followed by 00.
    for (let end = at + 2; ; end += 1) if (view.getUint16(end) === 0xff_d9) return size;
  }
}

const TRAILER = 0x3b;

/** GIF89a, appendix A. `firstEnd`: the offset after the first picture. */
function readGif(view: DataView): { size: Size; firstEnd: number } {
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  let firstEnd = 0;
  for (let at = 13 + paletteBytes(view.getUint8(10)); ; ) {
    const block = view.getUint8(at);
    if (block === TRAILER && firstEnd > 0) return { size, firstEnd };
    if (block === 0x21) at = afterBlocks(view, at + 2);
    else if (block === 0x2c) {
      at = afterBlocks(view, at + 11 + paletteBytes(view.getUint8(at + 9)));
      firstEnd ||= at;
    } else throw broken();
  }
}

function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Blocks of a length and data; an empty one is the last. */
function afterBlocks(view: DataView, from: number): number {
  let at = from;
  while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
  return at + 1;
}

/** RFC 9649: lossy, lossless, or extended, which may move. */
function webpSize(view: DataView): Size {
  view.getUint8(7 + view.getUint32(4, true));
  const kind = view.getUint32(12);
  if (kind === 0x56_50_38_20)
    return { width: view.getUint16(26, true) & 0x3f_ff, height: view.getUint16(28, true) & 0x3f_ff };
  if (kind === 0x56_50_38_4c) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3f_ff), height: 1 + ((bits >>> 14) & 0x3f_ff) };
  }
  if (kind !== 0x56_50_38_58) throw broken();
  if (view.getUint8(20) & 2) throw unreadable("is a moving WebP: hand in one of its pictures");
  return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) + 0x1_00_00 * view.getUint8(at + 2);
}
