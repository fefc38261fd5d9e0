/** A file that a tenant has handed in, and what was read in it. */
import { z } from "zod";
import { ImageInfo } from "../images/image-info.ts";

/** Bytes of one file. */
export const MOST_FILE_BYTES = 20 * 1024 * 1024;

/** Types that are read, found by content. Of an image, only its size is read. */
const MEDIA_TYPES = [
  "text/plain",
  "text/markdown",
  "text/html",
  "text/csv",
  "application/json",
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

export const FileInfo = z
  .object({
    id: z.string().meta({ description: "The file's id", examples: ["file-20261121-051254-7K2M9Q"] }),
    name: z.string().meta({ description: "Its name, as it was handed in", examples: ["report.pdf"] }),
    mediaType: z.enum(MEDIA_TYPES).meta({ description: "Its type, found by its content" }),
    language: z
      .string()
      .optional()
      .meta({ description: "The language of source code, by its name; missing: it is none", examples: ["Python"] }),
    bytes: z.int().meta({ description: "Its size" }),
    pages: z.int().optional().meta({ description: "Pages of a PDF; missing: the type has no pages" }),
    unreadable: z
      .array(z.int())
      .optional()
      .meta({
        description:
          "Numbers of a PDF's pages that show text which was not read, or not rightly: scanned ones, and those with fonts that do not say which characters they show; missing: there are none",
        examples: [[3, 4]],
      }),
    image: ImageInfo.optional().meta({ description: "What it is as an image; missing: it is none" }),
    passages: z.int().meta({ description: "Passages that its text was split into; 0: it has no text" }),
    createdAt: z.string().meta({ description: "When it was handed in" }),
  })
  .meta({ id: "File", description: "A file that was handed in as material" });
export type FileInfo = z.infer<typeof FileInfo>;

export const FilePage = z
  .object({
    fileId: z.string().meta({ description: "The file's id" }),
    n: z.int().meta({ description: "The page's number, from 1" }),
    text: z.string().meta({ description: "Its text; empty: it has none" }),
  })
  .meta({ id: "FilePage", description: "The text of one page; a file without pages has one" });
export type FilePage = z.infer<typeof FilePage>;
