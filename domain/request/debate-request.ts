/** A request for a debate, as `POST /v1/debates` takes it. `checks.ts` finds what no schema can say. */
import { z } from "zod";
import { FormatName } from "../schemas/debate.ts";
import { RequestFields } from "./request.ts";

const { topic, context, ...others } = RequestFields.shape;

export const DebateRequest = z
  .strictObject({ topic, context, format: FormatName.default("free-form"), ...others })
  .meta({ id: "DebateRequest" });
export type DebateRequest = z.infer<typeof DebateRequest>;
