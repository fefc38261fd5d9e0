/** Sends a command to a debate's workflow as an update, and maps refusals to problems. */
import type { Client } from "@temporalio/client";
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { Addition, Command, Status } from "../../domain/shapes/lifecycle.shape.ts";
import { REFUSED } from "../../domain/shapes/refusals.ts";
import {
  COMMAND_UPDATES,
  type CommandInput,
  type CommandOutcome,
} from "../../workflows/base/messages.workflow-base.ts";
import { refusalOf, sendUpdate, wasNotTaken } from "../base/updates.api-base.ts";

export interface CommandCall {
  temporal: Client;
  id: string;
  command: Command | Addition;
  input: Omit<CommandInput, "deadline">;
  timeoutMs: number;
  /** A workflow executes it once under this id. Left out: another id for each call. */
  updateId?: string | undefined;
}

/**
 * Throws the workflow's refusals (`illegal-transition`, `invalid-request`, …), `unavailable` if no worker answered before
 * the deadline (the command then takes effect no more, but its answer may have been lost), and `WorkflowNotFoundError` if no
 * workflow runs.
 */
export async function sendCommand(call: CommandCall): Promise<CommandOutcome> {
  const { temporal, id, command, input, timeoutMs, updateId = crypto.randomUUID() } = call;
  const deadline = Date.now() + timeoutMs;
  const limited: CommandInput = { ...input, deadline };
  try {
    const { name } = COMMAND_UPDATES[command];
    return await sendUpdate<CommandOutcome>(temporal, { workflowId: id, name, input: limited, updateId, deadline });
  } catch (error) {
    throw problemOf(error, call);
  }
}

/** A caller who is refused waits so long to learn that an earlier attempt was carried out. */
const EARLIER_MS = 2_000;

/** What an update of this id has returned, also of a workflow that has ended; null: none has. */
export async function earlierOutcome(
  temporal: Client,
  { id, updateId }: { id: string; updateId: string },
): Promise<CommandOutcome | null> {
  const update = temporal.workflow.getHandle(id).getUpdateHandle<CommandOutcome>(updateId);
  return temporal.withDeadline(Date.now() + EARLIER_MS, () => update.result()).catch(() => null);
}

function problemOf(error: unknown, call: CommandCall): unknown {
  const cause = refusalOf(error);
  if (!cause) return wasNotTaken(error) ? unanswered(call) : error;
  if (cause.type === REFUSED.late) return unanswered(call);
  if (cause.type === REFUSED.unknown) return new ParleyError("not-found", cause.message);
  if (cause.type === REFUSED.stale) return new ParleyError("precondition-failed", "the debate has changed meanwhile");
  if (cause.type === REFUSED.invalid)
    return new ParleyError("invalid-request", cause.message, { errors: cause.details?.[0] });
  const [about] = (cause.details ?? []) as { status: Status; allowed: Command[] }[];
  const detail = `${call.command} is not legal while the debate is ${about?.status}`;
  return new ParleyError("illegal-transition", detail, { debateStatus: about?.status, allowed: about?.allowed });
}

/** Names the signal that queues the command instead. */
function unanswered({ command, id }: CommandCall): ParleyError {
  return new ParleyError(
    "unavailable",
    `no worker answered in time: unless the debate already shows ${command}, it will not take effect. Repeat the request ` +
      `with the same Idempotency-Key, or queue the command as the signal "${command}": ` +
      `temporal workflow signal --workflow-id ${id} --name ${command}`,
    { signal: command },
  );
}
