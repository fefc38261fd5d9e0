/** Sends accepted commands to their debates, and stores what became of each. May be repeated: each is carried out once. */
import { Context } from "@temporalio/activity";
import { ApplicationFailure, type Client, WorkflowUpdateFailedError } from "@temporalio/client";
import type { ActivityDeps } from "../../../activities/base/deps.ts";
import { DRAFT, isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import { oneSentence } from "../../../domain/shapes/problems.shape.ts";
import { isRefusal, REFUSED } from "../../../domain/shapes/refusals.ts";
import type { Problem } from "../../../domain/shapes/schemas/faults.schema.ts";
import { type DebateKey } from "../../../store/port/debates.port.ts";
import { BACKLOG, type CommandRef, type StoredCommand } from "../domain/backlog-records.ts";

interface CarryOutInput {
  tenant: string;
  commands: CommandRef[];
  /** How many such lists are under way, this one included. */
  lanes: number;
  /** No other command of the tenant waits or is under way. */
  isLast: boolean;
}

/** Milliseconds that a workflow has to answer, as for every command; it refuses what comes later. */
const ANSWER_MS = 10_000;
const GRACE_MS = 1_000;
/** Milliseconds after which a command that nobody has answered is given up. */
const LONGEST_MS = 3_600_000;

/** `refusal` missing: it was carried out. null: nobody has answered. */
type Answer = Pick<StoredCommand, "refusal"> | null;
type Deps = Pick<ActivityDeps, "store" | "now">;

export const carryOut =
  (deps: Deps) =>
  async ({ tenant, commands, lanes, isLast }: CarryOutInput): Promise<{ unanswered: CommandRef[] }> => {
    const begun = performance.now();
    const { client } = Context.current();
    const ended = await Promise.all(
      commands.map(({ debateId, id }) => carryOutOne(deps, client, { debate: { tenant, debateId }, id })),
    );
    const unanswered = commands.filter((_, i) => ended[i] === false);
    const count = commands.length - unanswered.length;
    const eachMs = Math.round((performance.now() - begun) / Math.max(1, count * lanes));
    await deps.store.backlogs.carryOut(tenant, {
      commands: count,
      eachMs,
      isEmpty: isLast && unanswered.length === 0,
    });
    return { unanswered };
  };

/** False: nobody has answered. */
async function carryOutOne(deps: Deps, client: Client, { debate, id }: { debate: DebateKey; id: string }) {
  const { records } = deps.store;
  const stored = await records.get(debate, BACKLOG, { id });
  // It was deleted with its debate, or this is a repeat.
  if (stored?.status !== "waiting") return true;
  const answer = (await send(client, debate, stored)) ?? (await withoutAnswer(deps, debate, stored));
  if (answer === null) return false;
  const { input: _asked, ...command } = stored;
  const status = answer.refusal ? "refused" : "carried-out";
  await records.replace(debate, BACKLOG, { ...command, ...answer, status, endedAt: deps.now().toISOString() });
  if (answer.refusal && stored.command === "start") await leavePlace(deps, debate);
  return true;
}

async function send(client: Client, { debateId }: DebateKey, { id, command, input }: StoredCommand): Promise<Answer> {
  const deadline = Date.now() + ANSWER_MS;
  const handle = client.workflow.getHandle(debateId);
  try {
    await client.withDeadline(deadline + GRACE_MS, () =>
      handle.executeUpdate(command, { updateId: id, args: [{ ...input, deadline }] }),
    );
    return {};
  } catch (error) {
    const cause = error instanceof WorkflowUpdateFailedError ? error.cause : undefined;
    // What came too late for its deadline is sent again.
    if (!(cause instanceof ApplicationFailure) || !isRefusal(cause.type) || cause.type === REFUSED.late) return null;
    return { refusal: { type: cause.type ?? "", detail: detailOf(cause) } };
  }
}

function detailOf({ type, message, details }: ApplicationFailure): string {
  const problems = type === REFUSED.invalid ? ((details?.[0] ?? []) as Problem[]) : [];
  return problems.length > 0 ? `${message}: ${oneSentence(problems)}` : message;
}

/** Why there will be no answer any more; null: there may be one. */
async function withoutAnswer({ store, now }: Deps, debate: DebateKey, stored: StoredCommand): Promise<Answer> {
  const record = await store.getDebate(debate);
  const status = record?.state.status;
  if (status === undefined || isTerminal(status))
    return {
      refusal: { type: REFUSED.illegal, detail: `${stored.command} is not legal while the debate is ${status}` },
    };
  const waited = now().getTime() - Date.parse(stored.acceptedAt);
  return waited < LONGEST_MS ? null : { refusal: { type: "unavailable", detail: "no worker answered for an hour" } };
}

/** A draft that is not started takes no place. */
async function leavePlace({ store }: Deps, debate: DebateKey): Promise<void> {
  const record = await store.getDebate(debate);
  if (record && DRAFT.includes(record.state.status)) await store.quotas.settle(debate, null);
}
