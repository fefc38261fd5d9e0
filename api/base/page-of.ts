/** A page of a list. */
import { z } from "@hono/zod-openapi";
import { nextCursor } from "../../domain/shapes/schemas/page.ts";

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item).meta({ description: "The page's items" }), nextCursor });
