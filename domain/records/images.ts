/** A debate's images, by the digests of their bytes: copied from files, so that a file may be deleted. */
import { six } from "./keys.ts";
import type { Kind } from "./kind.ts";

interface OfImage {
  sha256: string;
}

/** Put after all parts of the image. */
export const IMAGES: Kind<OfImage & { parts: number }, OfImage> = {
  name: "image",
  key: ({ sha256 }) => `IMAGE#${sha256}`,
};

interface ImagePart {
  part: number;
  bytes: Uint8Array;
}

export const IMAGE_PARTS: Kind<ImagePart, OfImage & { part: number }, OfImage> = {
  name: "image's bytes",
  key: ({ sha256, part }) => `IMAGE-BYTES#${sha256}#${six(part)}`,
  range: ({ sha256 }) => ({ prefix: `IMAGE-BYTES#${sha256}#` }),
  pack: ({ part, bytes }) => ({ part, bytes }),
  unpack: ({ part, bytes }) => ({ part, bytes }) as ImagePart,
};
