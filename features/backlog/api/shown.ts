/** An accepted command as the API shows it. */
import type { Links } from "../../../api/base/links.ts";
import type { AcceptedCommand } from "../../../domain/shapes/schemas/accepted.schema.ts";
import type { Backlog } from "../../../store/port/backlogs.port.ts";
import type { StoredCommand } from "../domain/backlog-records.ts";

/** Milliseconds for one command, until some were measured. */
const USUAL_MS = 250;

export function shownCommand(
  { number, input: _asked, ...command }: StoredCommand,
  /** `backlog`: null where the command waits no more. */
  about: { debateId: string; backlog: Backlog | null; links: Links },
): AcceptedCommand {
  const { debateId, backlog, links } = about;
  const self = links.to(`/v1/debates/${debateId}/commands/${command.id}`);
  return { ...command, ...(command.status === "waiting" && backlog && standing(backlog, number)), links: { self } };
}

function standing({ done, eachMs = USUAL_MS }: Backlog, number: number) {
  const place = Math.max(1, number - done);
  return { place, estimateSeconds: Math.ceil((place * eachMs) / 1_000) };
}
