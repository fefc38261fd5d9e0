/** Sends a command to a debate's workflow as an update, and maps refusals to problems. */
import { ApplicationFailure, type Client, WorkflowNotFoundError, WorkflowUpdateFailedError } from "@temporalio/client";
import { ParleyError } from "../../domain/errors.ts";
import type { Addition, Command, Status } from "../../domain/lifecycle.ts";
import { COMMAND_UPDATES, type CommandInput, type CommandOutcome, REFUSED } from "../../workflows/messages.ts";
import { isUnanswered } from "../temporal.ts";

/** Extra time for the answer to a command that was accepted just before its deadline. */
const GRACE_MS = 1_000;

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
  const deadline = Date.now() + call.timeoutMs;
  const { updateId = crypto.randomUUID() } = call;
  for (;;) {
    try {
      return await sendOnce(call, { deadline, updateId });
    } catch (error) {
      if (!wasDropped(error) || Date.now() > deadline) throw problemOf(error, call);
    }
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

/** In a burst Temporal may drop an update. The id makes it safe to send again: a run executes it once. */
function wasDropped(error: unknown): boolean {
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.type === "UnprocessedUpdate";
}

function sendOnce(
  { temporal, id, command, input }: CommandCall,
  { deadline, updateId }: { deadline: number; updateId: string },
): Promise<CommandOutcome> {
  return temporal.withDeadline(deadline + GRACE_MS, () =>
    temporal.workflow.getHandle(id).executeUpdate<CommandOutcome, [CommandInput]>(COMMAND_UPDATES[command].name, {
      updateId,
      args: [{ ...input, deadline }],
    }),
  );
}

function problemOf(error: unknown, call: CommandCall): unknown {
  if (error instanceof WorkflowNotFoundError) return error;
  if (isUnanswered(error)) return unanswered(call);
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure)) return error;
  if (cause.type === REFUSED.late || wasDropped(error)) return unanswered(call);
  if (cause.type === REFUSED.unknown) return new ParleyError("not-found", cause.message);
  if (cause.type === REFUSED.stale) return new ParleyError("precondition-failed", "the debate has changed meanwhile");
  if (cause.type === REFUSED.invalid)
    return new ParleyError("invalid-request", cause.message, { errors: cause.details?.[0] });
  if (cause.type !== REFUSED.illegal) return error;
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
