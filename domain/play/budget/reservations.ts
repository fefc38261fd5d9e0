import type { Amount } from "../../shapes/plan/plan.ts";
import { type Billed, spendOf, uncountedOf } from "../../shapes/state/costs.state.ts";
import type { BriefEvent } from "../events/events.ts";
import type { BillableCall } from "./concluding.ts";
import { addAmount, NOTHING, sumOf, times } from "./ledger.budget.ts";
import type { KnownAttempt } from "./unsettled.budget.ts";

/** For a running call. */
export interface Reservation {
  /** What one attempt may cost at most. */
  worst: Amount;
  /** How many attempts are set aside. */
  attempts: number;
  /** The number of the last attempt before it. */
  earlier: number;
  /** Its failed attempts, from the log. */
  known: KnownAttempt[];
  /** Turns log when an attempt begins; other acts do not. */
  isTurn: boolean;
}

/** What a debate with limits has set aside: for running calls, and for its conclusion. */
export class Reservations {
  ringFence: Amount = NOTHING;
  private readonly calls = new Map<string, Reservation>();

  total(): Amount {
    const running = [...this.calls.values()].map(({ worst, attempts }) => times(attempts, worst));
    return addAmount(this.ringFence, sumOf(running));
  }

  has(id: string): boolean {
    return this.calls.has(id);
  }

  get(id: string): Reservation | undefined {
    return this.calls.get(id);
  }

  reserve(call: BillableCall, reserved: Pick<Reservation, "worst" | "attempts" | "earlier">): void {
    this.calls.set(call.id, { ...reserved, known: [], isTurn: "turn" in call });
  }

  /** Removes the reservation of a call that has ended, and returns it. */
  release(id: string): Reservation | undefined {
    const reservation = this.calls.get(id);
    this.calls.delete(id);
    return reservation;
  }

  /** Takes in what the log says of attempts at a running call. */
  note({ type, data }: BriefEvent): void {
    if (type !== "turn.failed" && type !== "judge.failed") return;
    const { attempt, unsettled } = data;
    const isUnknown = unsettled === true || (data.costUsd === null && uncountedOf(data) !== null);
    const id = type === "turn.failed" ? data.turnId : data.actId;
    this.calls.get(id)?.known.push({ attempt, ...knownOf(data), unsettled: isUnknown });
  }
}

/** What an attempt is known to have cost, and the least that it is charged beyond that where its cost is unknown. */
export function knownOf(billed: Billed): Pick<KnownAttempt, "known" | "uncounted"> {
  const { costMicroUsd, inputTokens, outputTokens } = spendOf(billed);
  const known = { costMicroUsd: costMicroUsd ?? 0, tokens: inputTokens + outputTokens };
  return { known, uncounted: uncountedOf(billed) ?? NOTHING };
}
