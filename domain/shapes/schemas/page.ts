import { z } from "zod";

/** Of every list that is read page by page. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: "Send it as `cursor` to read on; null: this is the last page" });
