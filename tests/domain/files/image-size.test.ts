import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { imageSize, stillOf } from "../../../domain/shapes/files/image-size.ts";
import type { ImageType } from "../../../domain/shapes/files/media-type.ts";
import { gifOf, jpegOf, pngOf, webpOf } from "../../support/material/images.ts";

const MADE: [name: string, type: ImageType, make: (width: number, height: number) => Buffer][] = [
  ["PNG", "image/png", pngOf],
  ["JPEG with a thumbnail", "image/jpeg", jpegOf],
  ["GIF", "image/gif", gifOf],
  ["moving GIF", "image/gif", (width, height) => gifOf(width, height, 3)],
  ["lossy WebP", "image/webp", (width, height) => webpOf("VP8 ", width, height)],
  ["lossless WebP", "image/webp", (width, height) => webpOf("VP8L", width, height)],
  ["extended WebP", "image/webp", (width, height) => webpOf("VP8X", width, height)],
];

describe.each(MADE)("The size of a %s", (_, type, make) => {
  test.each([
    [1, 1],
    [800, 600],
    [8_000, 3],
  ])("is read: %d × %d.", (width, height) => {
    expect(imageSize(type, make(width, height))).toEqual({ width, height });
  });

  test("is refused where a side is too long.", () => {
    expect(() => imageSize(type, make(8_001, 2))).toThrow("is an image of 8001 × 2 pixels: each side may have 8000");
  });

  test("is refused wherever it is cut short.", () => {
    const bytes = make(20, 10);
    for (let length = 12; length < bytes.length; length++)
      expect(() => imageSize(type, bytes.subarray(0, length))).toThrow(/cut short|broken/);
  });

  test("is found or refused in any bytes, and each time soon.", () => {
    const head = [...make(20, 10).subarray(0, 30)];
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(29), (noise, kept) => {
        const bytes = Uint8Array.from([...head.slice(0, kept), ...noise]);
        try {
          const { width, height } = imageSize(type, bytes);
          expect(Math.max(width, height)).toBeLessThanOrEqual(8_000);
        } catch (error) {
          expect((error as Error).message).toMatch(/the file cannot be taken: it is an? /);
        }
      }),
    );
  });
});

test("An image without pixels is refused.", () => {
  expect(() => imageSize("image/jpeg", jpegOf(0, 5))).toThrow("is an image without pixels");
});

test("A PNG that names 60,000 pixels is refused by its header.", () => {
  const bytes = pngOf(2, 2);
  bytes.writeUInt32BE(60_000, 16);
  expect(() => imageSize("image/png", bytes)).toThrow("is an image of 60000 × 2 pixels");
});

test("A moving WebP is refused.", () => {
  expect(() => imageSize("image/webp", webpOf("VP8X", 5, 5, true))).toThrow("is a moving WebP");
});

describe("What models are shown", () => {
  test("of a GIF is its first picture.", () => {
    expect(Buffer.from(stillOf("image/gif", gifOf(5, 5, 3)))).toEqual(gifOf(5, 5));
    expect(Buffer.from(stillOf("image/gif", gifOf(5, 5)))).toEqual(gifOf(5, 5));
  });

  test("of any other image is all of it.", () => {
    const bytes = pngOf(5, 5);
    expect(stillOf("image/png", bytes)).toBe(bytes);
  });
});
