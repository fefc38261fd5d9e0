/** A link with which anybody may read one debate until it ends. */
import { createRoute, z } from "@hono/zod-openapi";
import { readJson, validBody } from "../body.ts";
import type { App } from "../context.ts";
import { answersJson } from "../negotiate.ts";
import { bodyOf, DebateParams, debateBodyProblems, json, NoQuery, registerSchema } from "../openapi.ts";
import { createShares } from "../pages/shares.ts";
import type { Services } from "../services.ts";

const THIRTY_DAYS = 2_592_000;

const ShareRequest = z
  .strictObject({ expiresInSeconds: z.int().min(1).max(THIRTY_DAYS).meta({ description: "At most 30 days" }) })
  .meta({ id: "ShareRequest" });
const Share = z
  .object({
    url: z.string().meta({ description: "The page; whoever has it may read the debate" }),
    expiresAt: z.string(),
  })
  .meta({ id: "Share" });

const route = createRoute({
  method: "post",
  path: "/v1/debates/{id}/shares",
  operationId: "shareDebate",
  summary: "Make a link with which anybody may read this one debate for a while",
  description:
    "The link carries a signed token and is not stored: it can not be taken back before it ends, but erasing the debate ends it too.",
  tags: ["Debates"],
  middleware: answersJson,
  request: { params: DebateParams, query: NoQuery, body: bodyOf("ShareRequest", { required: true }) },
  responses: { 201: json(Share, "The link"), ...debateBodyProblems() },
});

export function registerShares(app: App, services: Services): void {
  const { settings, debates, links } = services;
  const shares = createShares(settings.secret);
  registerSchema(app, "ShareRequest", ShareRequest);
  app.openapi(route, async (c) => {
    const { tenant, id } = await debates.require(c.get("tenant"), c.req.valid("param").id);
    const { expiresInSeconds } = validBody(ShareRequest, await readJson(c), "the share is");
    const until = new Date(services.now().getTime() + expiresInSeconds * 1000);
    const token = shares.make({ tenant, debateId: id }, until);
    return c.json({ url: links.to(`/shared/${token}`), expiresAt: until.toISOString() }, 201);
  });
}
