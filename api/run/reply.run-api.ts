/** What a run asks, once the stored debate shows it; and the reply of whoever follows the run. */
import { ParleyError } from "../../domain/base/errors.base.ts";
import type { LogEvent } from "../../domain/play/events/events.ts";
import type { DebateState } from "../../domain/shapes/state/state.ts";
import { type Ask, askedIn, openAsk, type Reply } from "../../domain/show/run/ask.run.ts";
import { isAtRest } from "../../domain/show/run/standing.run.ts";
import type { DebateRecord } from "../../store/port/debates.port.ts";
import type { Services } from "../base/services.ts";
import { AnswersRequest } from "../commands/answers.commands-api.ts";
import { give } from "../commands/commands.routes.ts";
import { requireChoice } from "../commands/decisions.commands-api.ts";
import { validBody } from "../http/valid-body.ts";

/** Milliseconds: the debate's stored state follows its events. */
const LAG_MS = 2_000;

/** What this event asks, if the debate still waits for it; null: it has its answer, or asks nothing. */
export async function askOf(
  { debates }: Pick<Services, "debates">,
  { record, event, signal }: { record: DebateRecord; event: LogEvent; signal: AbortSignal },
): Promise<Ask | null> {
  const now = await debates.require(record.tenant, record.id);
  const until = ({ state }: DebateRecord) => isAtRest(state) || hasCome(state, event);
  const ask = openAsk(await debates.view(await debates.wait({ record: now, until, ms: LAG_MS, signal })));
  return ask && askedIn(event, ask.key) ? ask : null;
}

/** The state knows of what was asked: it waits for it, or goes on. */
function hasCome({ status, decision, decisionsAsked = 0, clarification }: DebateState, event: LogEvent): boolean {
  if (event.type === "clarification.asked") return (clarification?.iterations ?? 0) >= event.data.iteration;
  if (event.type !== "decision.requested") return true;
  const { id } = event.data.decision;
  if (decision?.asked.id === id) return status === "awaiting_decision";
  return decisionsAsked >= Number(id.slice(1));
}

/** Throws `invalid-request`. What is no longer open was answered before, perhaps by a request that this one repeats. */
export async function giveReplyOnce(services: Services, given: { record: DebateRecord; reply: Reply }): Promise<void> {
  try {
    await giveReply(services, given);
  } catch (error) {
    if (!(error instanceof ParleyError && error.code === "illegal-transition")) throw error;
  }
}

/** Throws `invalid-request`, and `illegal-transition` where the debate no longer waits. */
async function giveReply(services: Services, { record, reply }: { record: DebateRecord; reply: Reply }): Promise<void> {
  if (reply.command === "submitAnswers") {
    const input = validBody(AnswersRequest, reply.input, "the answers are");
    await give(services, { record, command: reply.command, input });
    return;
  }
  const { decisionId, ...choice } = reply.input;
  await give(services, { record, command: reply.command, input: { ...requireChoice(choice, services), decisionId } });
}
