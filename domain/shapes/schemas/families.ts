import { z } from "zod";
import { line, list } from "./bounds.ts";

export const Families = z
  .object({
    debaters: list(line, 20).meta({ description: "Of the participants' models" }),
    judges: list(line, 20).meta({ description: "Of the judge's, or of its panel's; empty: the format has no judge" }),
  })
  .meta({ id: "Families", description: "Families of models that take part, such as `openai`, each once and sorted" });
export type Families = z.infer<typeof Families>;
