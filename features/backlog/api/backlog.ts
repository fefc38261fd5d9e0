/**
 * Accepts commands, those together that come together: each is stored beside its debate, then their ids are signalled to the
 * tenant's workflow. A command whose signal was not taken is not accepted: its caller repeats the request.
 */
import type { AppDeps } from "../../../api/base/context.api-base.ts";
import type { BacklogPort, LateCommand, Services } from "../../../api/base/services.ts";
import { withinTimeout } from "../../../api/base/temporal.api-base.ts";
import { batches } from "../../../domain/base/batches.ts";
import { ParleyError } from "../../../domain/base/errors.base.ts";
import type { AcceptedCommand } from "../../../domain/shapes/schemas/accepted.schema.ts";
import type { Backlog } from "../../../store/port/backlogs.port.ts";
import { keyOf } from "../../../store/port/debates.port.ts";
import { PRIORITIES, priorityOf } from "../../../workflows/base/messages.workflow-base.ts";
import { BACKLOG, type CommandRef, MOST_WAITING, type StoredCommand } from "../domain/backlog-records.ts";
import { acceptedSignal, type BacklogInput, backlogWorkflowId } from "../workflows/messages.backlog.ts";
import { shownCommand } from "./shown.ts";

/** Seconds: what is beyond comes back when some have been carried out. */
const RETRY_AFTER = 60;
/** Commands of one signal. */
const AT_ONCE = 100;

type Deps = AppDeps & Pick<Services, "links">;

export function createBacklog(deps: Deps): BacklogPort {
  const accept = batches((tenant, batch: LateCommand[]) => acceptAll(deps, tenant, batch), { atMost: AT_ONCE });
  return { accept: (command) => accept(command.record.tenant, command) };
}

async function acceptAll(deps: Deps, tenant: string, batch: LateCommand[]): Promise<AcceptedCommand[]> {
  const { backlogs } = deps.store;
  const backlog = await backlogs.accept(tenant, batch.length);
  try {
    requireRoom(backlog);
    const first = backlog.accepted - batch.length + 1;
    const stored = await Promise.all(batch.map((command, i) => put(deps, command, first + i)));
    const waiting = stored.filter(({ command }) => command.status === "waiting");
    if (waiting.length > 0)
      await signal(
        deps,
        tenant,
        waiting.map(({ debateId, command: { id } }) => ({ debateId, id })),
      );
    // Repeats have their numbers already.
    const repeats = stored.filter(({ command }, i) => command.number !== first + i).length;
    if (repeats > 0) await backlogs.accept(tenant, -repeats);
    return stored.map(({ debateId, command }) => shownCommand(command, { debateId, backlog, links: deps.links }));
  } catch (error) {
    // What is counted too much makes places look later, until the backlog is empty.
    await backlogs.accept(tenant, -batch.length).catch(() => {});
    throw error;
  }
}

function requireRoom({ accepted, done }: Backlog): void {
  if (accepted - done <= MOST_WAITING) return;
  throw new ParleyError("unavailable", "too many commands wait here already: repeat the request later", {
    retryAfter: RETRY_AFTER,
  });
}

async function put(deps: Deps, { record, command, input, id }: LateCommand, number: number) {
  const stored: StoredCommand = { id, command, status: "waiting", acceptedAt: deps.now().toISOString(), number, input };
  return { debateId: record.id, command: await deps.store.records.put(keyOf(record), BACKLOG, stored) };
}

async function signal(deps: Deps, tenant: string, commands: CommandRef[]): Promise<void> {
  const { taskQueue, continueAfterEvents } = deps.settings;
  const input: BacklogInput = { tenant, continueAfterEvents };
  await withinTimeout(deps, () =>
    deps.temporal.workflow.signalWithStart("backlogWorkflow", {
      workflowId: backlogWorkflowId(tenant),
      taskQueue,
      args: [input],
      signal: acceptedSignal,
      signalArgs: [commands],
      priority: { ...priorityOf({ tenant }), priorityKey: PRIORITIES.backlog },
    }),
  );
}
