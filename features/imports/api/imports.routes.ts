/** Imports a debate that was exported as JSON, here or elsewhere. */

import { ownerOf } from "../../../api/access/owner-of.ts";
import { showCreated } from "../../../api/debates/debates.routes.ts";
import { withFenceKey } from "../../../api/debates/fence-key.debates-api.ts";
import { readJsonBytes } from "../../../api/http/body.http.ts";
import { withRoom } from "../../../api/kept/room.api.ts";
import { createdDebate } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { publicKeyOf } from "../../receipts/api/keys.api.ts";
import { readImport, unpackImport } from "./read.import.ts";

/** Longest export, in bytes, that is read on the event loop: at most 200 ms. A process of its own reads longer ones. */
const SHORT = 128 * 1024;

export const importDebate = defineRoute({
  at: "POST /v1/debates/import",
  place: "imports",
  isFixed: true,
  operationId: "importDebate",
  summary: "Import a debate that was exported as JSON",
  description:
    "The body is what `GET /v1/debates/{id}/transcript` returns as JSON, at most 16 MiB. The debate keeps its id; it must be over. A signed export is refused where its receipt does not hold. The debate's `imported` says that it did not run here, who imported it, and which receipt it came with.",
  body: "TranscriptExport",
  replies: { 201: createdDebate("The debate") },
  refuses: ["conflict", "too-costly"],
  async answer(c, services) {
    const { debates, store } = services;
    const tenant = c.get("tenant");
    const bytes = await readJsonBytes(c);
    const { durations, continueAfterEvents, receiptKeys = [] } = services.settings;
    const input = { tenant, bytes, settings: { durations, continueAfterEvents }, keys: receiptKeys.map(publicKeyOf) };
    const read =
      bytes.length <= SHORT
        ? readImport(input, services)
        : await services.tasks.run("readImport", input, services.leaving(c), ownerOf(c));
    if ("problems" in read)
      throw new ParleyError("invalid-request", "the body is not an export that can be imported", {
        errors: read.problems,
      });
    const debate = unpackImport(read.debate);
    const { id } = debate.record;
    const lease = c.get("lease");
    const wasBegun = lease?.debateId === id;
    await lease?.bind(id);
    const config = await withFenceKey(store, debate.record.config, wasBegun ? { tenant, debateId: id } : null);
    const by = c.get("caller")?.holder?.id;
    const origin = { at: services.now().toISOString(), ...(by && { by }), ...debate.view.imported };
    const view = { ...debate.view, imported: { signature: null, ...origin } };
    const imported = { ...debate, view, record: { ...debate.record, config } };
    const room = { tenant, of: "debates" as const, id, size: bytes.length };
    const create = () => withRoom(services, room, () => store.createDebate(imported.record, imported));
    // An earlier request with this key may have stored the debate and died before its answer.
    if (!(await create()) && !(wasBegun && (await store.getDebate({ tenant, debateId: id }))))
      throw new ParleyError("conflict", `the debate ${id} exists already`);
    const record = await debates.require(tenant, id);
    return showCreated(c, services, record);
  },
});
