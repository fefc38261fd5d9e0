/** Sends a command to a debate's workflow as an update, and tells its refusals apart. */
import {
  ApplicationFailure,
  type Client,
  isGrpcServiceError,
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from "@temporalio/client";
import { ParleyError } from "../domain/errors.ts";
import type { Addition, Command, Status } from "../domain/lifecycle.ts";
import { COMMAND_UPDATES, type CommandInput, type CommandOutcome, REFUSED } from "../workflows/messages.ts";

/** A command that was accepted just before its deadline still gets its answer. */
const GRACE_MS = 1_000;

export interface CommandCall {
  temporal: Client;
  id: string;
  command: Command | Addition;
  input: Omit<CommandInput, "deadline">;
  timeoutMs: number;
}

/**
 * Throws `illegal-transition` and `invalid-request` as the workflow says them, `unavailable` when nobody answered in time (the command's
 * deadline keeps it from taking effect later), and `WorkflowNotFoundError` when no workflow runs.
 */
export async function sendCommand(call: CommandCall): Promise<CommandOutcome> {
  const deadline = Date.now() + call.timeoutMs;
  const updateId = crypto.randomUUID();
  for (;;) {
    try {
      return await sendOnce(call, { deadline, updateId });
    } catch (error) {
      if (!wasPassedOver(error) || Date.now() > deadline) throw meaningOf(error, call);
    }
  }
}

/**
 * In a burst of commands Temporal may lose track of one. Sent again under the same id it is not carried out twice within
 * a run of the workflow.
 */
function wasPassedOver(error: unknown): boolean {
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

export function illegal(command: Command | Addition, debate: { status: Status; allowed: Command[] }): ParleyError {
  return new ParleyError("illegal-transition", `${command} is not legal while the debate is ${debate.status}`, {
    debateStatus: debate.status,
    allowed: debate.allowed,
  });
}

function meaningOf(error: unknown, call: CommandCall): unknown {
  if (error instanceof WorkflowNotFoundError) return error;
  if (
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    error instanceof ServiceError ||
    isGrpcServiceError(error)
  )
    return unanswered(call);
  const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
  if (!(cause instanceof ApplicationFailure)) return error;
  if (cause.type === REFUSED.late || wasPassedOver(error)) return unanswered(call);
  if (cause.type === REFUSED.unknown) return new ParleyError("not-found", cause.message);
  if (cause.type === REFUSED.stale) return new ParleyError("precondition-failed", "the debate has changed meanwhile");
  if (cause.type === REFUSED.invalid)
    return new ParleyError("invalid-request", cause.message, { errors: cause.details?.[0] });
  if (cause.type !== REFUSED.illegal) return error;
  return illegal(call.command, cause.details?.[0] as { status: Status; allowed: Command[] });
}

/** §2.2: the problem names the signal of the same name as the way to queue the command. */
function unanswered({ command, id }: CommandCall): ParleyError {
  return new ParleyError(
    "unavailable",
    `no worker answered in time, and ${command} will not take effect later; try again, or queue it as the signal ` +
      `"${command}": temporal workflow signal --workflow-id ${id} --name ${command}`,
    { signal: command },
  );
}
