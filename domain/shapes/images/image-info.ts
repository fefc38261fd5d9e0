/** What is known of an image without decoding it. */
import { z } from "zod";
import { MOST_IMAGE_BYTES, MOST_PIXELS } from "./limits.images.ts";

const side = z.int().min(1).max(MOST_PIXELS);

export const ImageInfo = z
  .object({
    mediaType: z
      .enum(["image/png", "image/jpeg", "image/webp", "image/gif"])
      .meta({ description: "Its type, found by its content" }),
    width: side.meta({ description: "Pixels" }),
    height: side.meta({ description: "Pixels" }),
    bytes: z.int().min(1).max(MOST_IMAGE_BYTES).meta({ description: "Its size" }),
    sha256: z
      .string()
      .max(64)
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: "SHA-256 of its bytes, hexadecimal. Prompts name the image by it" }),
  })
  .meta({ id: "Image", description: "An image that models may see" });
export type ImageInfo = z.infer<typeof ImageInfo>;
