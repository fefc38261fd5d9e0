/** Exhibits: numbered passages that all sides share, given with the request or found during the debate. */
import { z } from "zod";
import { ImageInfo } from "../images/image-info.ts";
import { line, prose } from "./bounds.ts";
import { timestamp } from "./spend.schema.ts";

export const Exhibit = z
  .object({
    id: line.meta({ description: "The id to cite it by", examples: ["E1"] }),
    title: line.meta({ description: "Its title" }),
    text: prose.meta({
      description:
        "The passage itself; empty where a search named a page and quoted nothing of it; of an image, its size in words",
    }),
    source: line.optional().meta({ description: "Where it is from, in words" }),
    url: line.optional().meta({ description: "The page that it is from" }),
    file: line.optional().meta({ description: "The file that it is from" }),
    page: z.int().min(1).optional().meta({ description: "The page of the file, from 1" }),
    image: ImageInfo.optional().meta({ description: "The image that it is; missing: it is a text" }),
    debate: line.optional().meta({ description: "The debate whose conclusion it is" }),
    foundAt: timestamp.optional().meta({ description: "When it was found; missing: it came with the request" }),
  })
  .meta({ id: "Exhibit", description: "A passage that turns may cite" });
export type Exhibit = z.infer<typeof Exhibit>;

/** An exhibit that was found during the debate. Its number is its place among all exhibits. */
export type FoundExhibit = Exhibit & {
  number: number;
  /** Names the passage: two searches that find one passage have one exhibit. */
  passage: string;
};
