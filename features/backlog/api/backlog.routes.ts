/** What became of a command that was accepted with a 202. */
import { json } from "../../../api/openapi/openapi.ts";
import { defineRoute } from "../../../api/openapi/route.openapi.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import { AcceptedCommand } from "../../../domain/shapes/schemas/accepted.schema.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { BACKLOG } from "../domain/backlog-records.ts";
import { shownCommand } from "./shown.ts";

export const readCommand = defineRoute({
  at: "GET /v1/debates/{id}/commands/{commandId}",
  operationId: "getCommand",
  tag: "Commands",
  summary: "What became of a command that was accepted with a 202",
  replies: { 200: json(AcceptedCommand, "The command, with its place while it waits") },
  async answer(c, { debates, store, links }) {
    const record = await debates.requested(c);
    const { commandId } = c.req.valid("param");
    const command = await store.records.get(keyOf(record), BACKLOG, { id: commandId });
    if (!command) throw new ParleyError("not-found", `this debate has no command ${commandId.slice(0, 80)}`);
    const backlog = command.status === "waiting" ? await store.backlogs.read(record.tenant) : null;
    return c.json(shownCommand(command, { debateId: record.id, backlog, links }), 200);
  },
});
