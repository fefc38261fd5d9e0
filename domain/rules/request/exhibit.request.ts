/** Material in a request: passages, files and other debates. */
import { z } from "zod";
import { PAGES, pageRange } from "../../shapes/files/pages.files.ts";
import { notBlank } from "../../shapes/schemas/bounds.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";
import { label, ONE_LINE } from "./texts.ts";

const PassageRequest = z
  .strictObject({
    title: label.meta({ description: "The passage's title" }),
    text: notBlank(LIMITS.background).meta({ description: "The passage itself" }),
    source: z
      .string()
      .min(1)
      .max(500)
      .regex(ONE_LINE, "must have no line breaks, control characters or angle brackets")
      .optional()
      .meta({ description: "Where it is from" }),
  })
  .meta({ id: "PassageRequest", description: "A passage that stands in the request" });

export const materialId = z.string().min(1).max(100);

const FileExhibitRequest = z
  .strictObject({
    file: materialId.meta({ description: "The file's id", examples: ["file-20261121-051254-7K2M9Q"] }),
    pages: z
      .string()
      .max(20)
      .regex(PAGES, "must be a page or a range of pages, such as 3 or 3-7")
      .refine(
        (pages) => !PAGES.test(pages) || pageRange(pages) !== null,
        "must begin at 1 or later, and not end before",
      )
      .optional()
      .meta({ description: "Pages of it, from 1; left out: the whole file", examples: ["3-7"] }),
  })
  .meta({
    id: "FileExhibitRequest",
    description: "A file that was handed in; each of its passages becomes an exhibit",
  });

const DebateExhibitRequest = z
  .strictObject({
    debate: materialId.meta({ description: "A debate that is over", examples: ["deb-20261121-051254-7K2M9Q"] }),
  })
  .meta({ id: "DebateExhibitRequest", description: "Another debate's conclusion: its answer, support and cruxes" });

export const ExhibitRequest = z
  .union([PassageRequest, FileExhibitRequest, DebateExhibitRequest])
  .meta({ id: "ExhibitRequest", description: "Material that turns may cite; numbered E1, E2, … in this order" });
