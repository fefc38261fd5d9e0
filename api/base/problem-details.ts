/** What a refused request is answered with. */
import { z } from "@hono/zod-openapi";
import { SCOPES } from "../../domain/around/api-keys.around.ts";
import { STATUSES } from "../../domain/shapes/lifecycle.shape.ts";
import { Problem } from "../../domain/shapes/schemas/faults.schema.ts";

export const ProblemDetails = z
  .looseObject({
    type: z.string().meta({ examples: ["/problems/invalid-request"], description: "Its page explains the problem" }),
    title: z.string().meta({ description: "The kind of problem, in a few words" }),
    status: z.int().meta({ description: "The HTTP status" }),
    detail: z.string().meta({ description: "What is wrong, and what to do" }),
    instance: z.string().meta({ description: "The path of the request" }),
    requestId: z.string().meta({ description: "The request's id, which the log has too" }),
    errors: z.array(Problem).optional().meta({ description: "Every problem of the request, each with its pointer" }),
    debateStatus: z.enum(STATUSES).optional().meta({ description: "The debate's status when the command came" }),
    allowed: z.array(z.string()).optional().meta({ description: "Commands that are legal now" }),
    faultKind: z.string().optional().meta({ description: "What a model failed with, such as `invalid_response`" }),
    scope: z.enum(SCOPES).optional().meta({ description: "The scope that the key lacks" }),
  })
  .meta({ id: "ProblemDetails", description: "RFC 9457" });
