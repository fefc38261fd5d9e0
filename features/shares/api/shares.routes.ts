/** Links that let anybody read one debate until they expire or are revoked. */
import { z } from "@hono/zod-openapi";
import { readJson } from "../../../api/http/body.http.ts";
import { validBody } from "../../../api/http/valid-body.ts";
import { json, reply } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { StoredShare } from "../../../domain/play/records/stored.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { Share, ShareRequest } from "../domain/share.ts";

const NewShare = Share.extend({
  url: z
    .string()
    .meta({ description: "The page, shown only in this response; anybody who has it may read the debate" }),
}).meta({ id: "NewShare" });
const ShareList = z
  .object({ items: z.array(Share).meta({ description: "The debate's links" }) })
  .meta({ id: "ShareList", description: "Oldest first" });

const create = defineRoute({
  at: "POST /v1/debates/{id}/shares",
  operationId: "shareDebate",
  summary: "Create a link that lets anybody read this one debate for a while",
  description:
    "Readers see the turns, who spoke, and how they were judged: no instructions, metadata, tags, budgets or commands. " +
    "The link ends when it expires, is revoked, or the debate is erased. A debate has at most 100 at a time.",
  body: ShareRequest,
  replies: { 201: reply(NewShare, "The link", { Location: "Its address, to revoke it" }) },
  refuses: ["illegal-transition", "conflict"],
  async answer(c, services) {
    const { debates, links, shares } = services;
    const debate = keyOf(await debates.requested(c));
    const { expiresInSeconds } = validBody(ShareRequest, await readJson(c), "the share is");
    const until = new Date(services.now().getTime() + expiresInSeconds * 1000);
    const { share, path } = await shares.create(debate, until);
    c.header("Location", links.to(`/v1/debates/${debate.debateId}/shares/${share.id}`));
    return c.json({ ...viewOf(share), url: links.to(path) }, 201);
  },
});

const list = defineRoute({
  at: "GET /v1/debates/{id}/shares",
  operationId: "listShares",
  summary: "List the links that work now, without their addresses",
  replies: { 200: json(ShareList, "The links") },
  async answer(c, { debates, shares }) {
    const debate = keyOf(await debates.requested(c));
    return c.json({ items: (await shares.list(debate)).map(viewOf) }, 200);
  },
});

const revoke = defineRoute({
  at: "DELETE /v1/debates/{id}/shares/{shareId}",
  operationId: "revokeShare",
  summary: "Revoke a link: it stops working within 5 seconds, also for readers who have it open",
  replies: { 204: { description: "The link is revoked" } },
  async answer(c, { debates, shares }) {
    const { shareId } = c.req.valid("param");
    const debate = keyOf(await debates.requested(c));
    if (await shares.revoke(debate, shareId)) return c.body(null, 204);
    throw new ParleyError("not-found", `this debate has no link ${shareId.slice(0, 80)}`);
  },
});

export const shareRoutes = { create, list, revoke };

function viewOf({ id, createdAt, expiresAt }: StoredShare): Share {
  return { id, createdAt, expiresAt };
}
