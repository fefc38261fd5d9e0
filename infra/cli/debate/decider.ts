/** Asks for a decision at the terminal while events are still printed. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Choice, type Client, type DebateEvent, ParleyProblem } from "../../../api/client/index.ts";
import { isTerminal } from "../../../domain/shapes/lifecycle.shape.ts";
import type { Decision } from "../../../domain/shapes/schemas/decision.ts";
import type { Ask } from "../base/prompt.cli.ts";
import { plainLine } from "../base/terminal.ts";
import { askDecision, howToDecide } from "./decisions.debate-command.ts";

interface Deciding {
  debateId: string;
  client: Pick<Client, "get" | "decide">;
  write: (text: string) => void;
  ask: Ask;
}

export interface Decider {
  /** Reacts to events about decisions. */
  handle(event: DebateEvent): void;
  /** Stops asking. */
  stop(): void;
}

/** Milliseconds between reads of the debate, whose state follows its events. */
const POLL_MS = 100;

/** Does not ask for a decision that is made already, or that somebody else makes meanwhile. */
export function createDecider(deciding: Deciding): Decider {
  let current = new AbortController();
  return {
    handle(event) {
      if (event.type === "decision.made") current.abort();
      if (event.type !== "decision.requested") return;
      current.abort();
      current = new AbortController();
      const { signal } = current;
      decide(deciding, { decision: event.decision, signal }).catch((error: unknown) => {
        if (!signal.aborted) deciding.write(`${plainLine(error instanceof Error ? error.message : String(error))}\n`);
      });
    },
    stop: () => current.abort(),
  };
}

interface Asked {
  decision: Decision;
  signal: AbortSignal;
}

async function decide({ debateId, client, write, ask }: Deciding, { decision, signal }: Asked): Promise<void> {
  const isOpen = async () => {
    const { pending } = await untilShown(client, { debateId, decision, signal });
    return pending?.type === "decision" && pending.decision.id === decision.id;
  };
  if (!(await isOpen())) return;
  // The question itself was printed with the event.
  const question = `The owner's decision ${decision.id}:`;
  const choice = await askDecision({ decision, question, ask, signal });
  if (choice === null) return write(`${howToDecide(decision, debateId)}\n`);
  await send({ client, debateId, decision, choice, write });
}

/** The debate that waits for this decision, or one that is over. An event of an old decision is followed by `decision.made`. */
async function untilShown(client: Deciding["client"], { debateId, decision, signal }: Asked & { debateId: string }) {
  for (;;) {
    signal.throwIfAborted();
    const debate = await client.get(debateId);
    const { pending, status } = debate;
    if (isTerminal(status) || (pending?.type === "decision" && pending.decision.id === decision.id)) return debate;
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** A choice that the server refuses is only reported: the decision can still be made with `parley decide`. */
async function send(input: Omit<Deciding, "ask"> & { decision: Decision; choice: Choice }): Promise<void> {
  const { client, debateId, decision, choice, write } = input;
  try {
    await client.decide(debateId, decision.id, choice);
  } catch (error) {
    if (!(error instanceof ParleyProblem)) throw error;
    write(`${plainLine(error.message)}\n${howToDecide(decision, debateId)}\n`);
  }
}
