/** Ids of records. They are parts of the table's keys, so they are short and plain. */
import { z } from "zod";

/** Begins with the generation: `g1-r2-t1`, `g1-vote-before`. */
export const recordId = z
  .string()
  .max(100)
  .regex(/^g[1-9]\d{0,2}-[a-z0-9-]+$/, "must be an id as Parley makes them");
export const decisionId = z
  .string()
  .max(10)
  .regex(/^d[1-9]\d*$/, "must be d1, d2 and so on");
export const noteId = z
  .string()
  .max(64)
  .regex(/^[\w-]+$/, "must be letters, digits and dashes");
