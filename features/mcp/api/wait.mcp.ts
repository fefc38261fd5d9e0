/** Waits for a debate's end: reports each step to the caller, and stops where the debate asks its owner. */

import type { Debate, DebateEvent } from "../../../api/client/index.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import { standingOf } from "../../../domain/show/run/standing.run.ts";
import { TELLING_TYPES, told } from "../../../domain/show/run/told.run.ts";
import type { Exchange } from "./exchange.ts";

/** Seconds: the debate's stored state follows its events. */
const LAG_SECONDS = 2;

const TYPES = [...TELLING_TYPES, "turn.started" as const];

interface Waiting {
  exchange: Exchange;
  signal: AbortSignal;
}

/** The debate at its end, or as it is after `seconds`, or once it asks something of a caller that shows forms. */
export async function waitForDebate(
  exchange: Exchange,
  { id, seconds }: { id: string; seconds: number },
): Promise<Debate> {
  const { client } = exchange;
  const debate = await client.get(id);
  if (seconds === 0 || isDue(debate, exchange)) return debate;
  const limit = AbortSignal.timeout(seconds * 1000);
  const signal = AbortSignal.any([limit, exchange.signal]);
  try {
    return await follow(debate, { exchange, signal });
  } catch (error) {
    if (limit.aborted && !exchange.signal.aborted) return client.get(id);
    throw error;
  }
}

/** Steps that were before are not reported, and what was asked long before is no longer asked. */
async function follow(debate: Debate, { exchange, signal }: Waiting): Promise<Debate> {
  const { client, report, showsForms, begunAt } = exchange;
  for await (const event of client.events(debate.id, { types: TYPES, deltas: false, signal })) {
    const age = begunAt - Date.parse(event.at);
    const telling = told({ type: event.type, data: event }, debate);
    const message = telling && "step" in telling ? telling.step : speaksIn(event, debate);
    if (message && age <= 0) await report?.({ progress: event.id, message });
    if (!showsForms || telling?.kind !== "asks" || age > LAG_SECONDS * 1000) continue;
    const asking = await client.get(debate.id, { waitSeconds: LAG_SECONDS, signal });
    if (isDue(asking, exchange)) return asking;
  }
  return ended(debate.id, { exchange, signal });
}

/** Who begins to speak; null: nobody. */
function speaksIn(event: DebateEvent, { participants, maxRounds }: Debate): string | null {
  if (event.type !== "turn.started") return null;
  const { round, participantId } = event;
  const name = participants.find(({ id }) => id === participantId)?.name ?? participantId;
  return `round ${round} of ${maxRounds}: ${name} speaks`;
}

/** Once the stored state shows what the last event reported. */
async function ended(id: string, { exchange, signal }: Waiting): Promise<Debate> {
  for (;;) {
    const debate = await exchange.client.get(id, { waitSeconds: LAG_SECONDS, signal });
    if (isTerminal(debate.status)) return debate;
  }
}

function isDue(debate: Debate, { showsForms }: Exchange): boolean {
  return isTerminal(debate.status) || (showsForms && standingOf(debate) === "asking");
}
