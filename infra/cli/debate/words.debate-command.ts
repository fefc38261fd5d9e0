/** Names, sums and counts as the terminal shows them. */
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { plainLine } from "../base/terminal.ts";

/** A participant's name, or the id if it is unknown. */
export function nameOf(participantId: string, debate: Pick<Debate, "participants">): string {
  return plainLine(debate.participants.find((p) => p.id === participantId)?.name ?? participantId);
}

/** Dollars, to a hundredth of a cent. */
export function usd(amount: number | null): string {
  return amount === null ? "cost unknown" : `$${amount.toFixed(4)}`;
}

export function tokens(count: number): string {
  return `${count} tokens`;
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
