/** An owner's own texts in a request. */
import { z } from "zod";
import { bytesOf } from "../../base/text/text.ts";
import { dictionary } from "../../shapes/schemas/bounds.ts";
import { LIMITS } from "../../shapes/schemas/limits.schema.ts";
import { isReservedName, RESERVED } from "../../shapes/schemas/names.schema.ts";

/** Bytes as JSON. The debate's item in DynamoDB contains it, and has 400 KB at most. */
const MOST_METADATA = 32_000;

export const Metadata = dictionary(
  z.string().max(2_000),
  LIMITS.metadata,
  z
    .string()
    .max(80)
    .refine((name) => !isReservedName(name), RESERVED),
).refine((map) => bytesOf(JSON.stringify(map)) <= MOST_METADATA, `must have at most ${MOST_METADATA} bytes as JSON`);
