import { z } from "zod";
import { ParleyError } from "../../domain/base/errors.base.ts";
import { faultsOf } from "../../domain/rules/request/faults.request.ts";

/** Parses a body. Throws `invalid-request` with every problem; `what` begins the message, as in "the rating is". */
export function validBody<T extends z.ZodType>(schema: T, body: unknown, what: string): z.infer<T> {
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new ParleyError("invalid-request", `${what} not valid`, { errors: faultsOf(parsed.error) });
}
