/** The result as a JSON value of the request's schema. */
import { z } from "zod";
import { dictionary, line } from "./bounds.ts";
import { recordId } from "./ids.schema.ts";
import { billed, Money, Usage } from "./spend.schema.ts";

const MOST_FIELDS = 10_000;

const value = dictionary(z.unknown(), MOST_FIELDS).meta({ description: "The value; it fits the request's schema" });
const model = line.meta({ description: "The model that wrote it" });

export const Output = z
  .object({ value, model, usage: Usage, costUsd: Money })
  .meta({ id: "Output", description: "The result as a JSON value of the schema that the request gave" });
export type Output = z.infer<typeof Output>;

/** As it is stored beside the result. */
export const StoredOutput = z
  .object({ id: recordId.meta({ description: "The output's id", examples: ["g1-output"] }), value, model, ...billed })
  .meta({ id: "StoredOutput", description: "The result as a JSON value, with its own usage and cost" });
export type StoredOutput = z.infer<typeof StoredOutput>;
