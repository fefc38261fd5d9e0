/** Brings in a debate that was exported as JSON, here or elsewhere. */
import { createRoute } from "@hono/zod-openapi";
import { ParleyError } from "../../domain/errors.ts";
import { Debate } from "../../domain/schemas/debate.ts";
import { readJson } from "../body.ts";
import { etagOf } from "../conditional.ts";
import type { App } from "../context.ts";
import { checkImport } from "../import-checks.ts";
import { onlyThese } from "../methods.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, header, json, NoQuery, problems } from "../openapi.ts";
import type { Services } from "../services.ts";

const route = createRoute({
  method: "post",
  path: "/v1/debates/import",
  operationId: "importDebate",
  summary: "Bring in a debate that was exported as JSON",
  description:
    "The body is what `GET /v1/debates/{id}/transcript` answers as JSON, at most 16 MiB. The debate keeps its id; it must be over.",
  tags: ["Debates"],
  middleware: answersJson,
  request: { query: NoQuery, body: bodyOf("TranscriptExport", { required: true }) },
  responses: {
    201: {
      ...json(Debate, "The debate"),
      headers: { Location: header("Its address"), ETag: header("Its version") },
    },
    ...problems(
      "malformed-json",
      "not-acceptable",
      "conflict",
      "payload-too-large",
      "unsupported-media-type",
      "invalid-request",
    ),
  },
});

export function registerImport(app: App, services: Services): void {
  const { debates, links, store } = services;
  app.openapi(route, async (c) => {
    const tenant = c.get("tenant");
    const { debate, problems: errors } = checkImport(services, { tenant, body: await readJson(c) });
    if (!debate) throw new ParleyError("invalid-request", "this is no export that can be imported", { errors });
    const { id } = debate.record;
    const hold = c.get("hold");
    const wasBegun = hold?.debateId === id;
    await hold?.bind(id);
    // The request that began this may have died after its last write.
    if (!(await store.importDebate(debate)) && !(wasBegun && (await store.getDebate({ tenant, debateId: id }))))
      throw new ParleyError("conflict", `there is a debate ${id} already`);
    const record = await debates.require(tenant, id);
    c.header("Location", links.debate(id).self);
    c.header("ETag", etagOf(record));
    return c.json(await debates.view(record), 201);
  });
  onlyThese(app, "/v1/debates/import", ["POST"]);
}
