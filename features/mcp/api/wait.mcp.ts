/** Waits for a debate's end: reports each step to the caller, and stops where the debate asks its owner. */

import type { Debate, DebateEvent, EventType } from "../../../api/client/index.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import type { Exchange } from "./exchange.ts";
import { formsOf } from "./forms.ts";

type Of<K extends EventType> = Extract<DebateEvent, { type: K }>;
/** How each step is reported; other events are not. */
const STEPS: { [K in EventType]?: (event: Of<K>, debate: Debate) => string } = {
  "clarification.asked": () => "the participants ask before the debate",
  "round.started": ({ round }, { maxRounds }) => `round ${round} of ${maxRounds}`,
  "turn.completed": ({ participantId }, { participants }) => {
    const speaker = participants.find(({ id }) => id === participantId);
    return `${speaker?.name ?? participantId} has spoken`;
  },
  "assessment.completed": ({ assessment }) => `the judge has assessed round ${assessment.round}`,
  "decision.requested": ({ decision }) => `the debate waits for a decision: ${decision.question}`,
  "ballot.completed": () => "a ballot is cast",
  "claims.checked": () => "the claims are checked against the exhibits",
  "claims.confirmed": () => "a second judge has read the claims that one judge reads as contradicted",
  "conclusion.completed": () => "the conclusion is written",
  "answer.reviewed": () => "a judge has read the conclusion's answer",
};
const ASKING = ["clarification.asked", "decision.requested"];
/** Seconds: the debate's stored state follows its events. */
const LAG_SECONDS = 2;

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
  const types: EventType[] = [...(Object.keys(STEPS) as EventType[]), "debate.completed"];
  for await (const event of client.events(debate.id, { types, deltas: false, signal })) {
    const age = begunAt - Date.parse(event.at);
    const step = STEPS[event.type] as ((event: DebateEvent, debate: Debate) => string) | undefined;
    if (step && age <= 0) await report?.({ progress: event.id, message: step(event, debate) });
    if (!showsForms || !ASKING.includes(event.type) || age > LAG_SECONDS * 1000) continue;
    const asking = await client.get(debate.id, { waitSeconds: LAG_SECONDS, signal });
    if (isDue(asking, exchange)) return asking;
  }
  return ended(debate.id, { exchange, signal });
}

/** Once the stored state shows what the last event reported. */
async function ended(id: string, { exchange, signal }: Waiting): Promise<Debate> {
  for (;;) {
    const debate = await exchange.client.get(id, { waitSeconds: LAG_SECONDS, signal });
    if (isTerminal(debate.status)) return debate;
  }
}

function isDue(debate: Debate, { showsForms }: Exchange): boolean {
  return isTerminal(debate.status) || (showsForms && Object.keys(formsOf(debate)).length > 0);
}
