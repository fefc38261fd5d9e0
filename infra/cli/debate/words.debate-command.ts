/** Names, sums and counts as the terminal shows them. */
import { formatOf } from "../../../domain/rules/formats/registry.format.ts";
import { DEFAULT_DEBATE } from "../../../domain/shapes/format-names.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { wholeCents } from "../../../domain/shapes/state/costs.state.ts";
import { plainLine } from "../base/terminal.ts";

/** A participant's name, or the id if it is unknown. */
export function nameOf(participantId: string, debate: Pick<Debate, "participants">): string {
  return plainLine(debate.participants.find((p) => p.id === participantId)?.name ?? participantId);
}

/** Of whom a turn of this phase speaks: `criticises Ben`. */
export function aboutWhom(phase: string, name: string): string {
  return `${ABOUT[phase] ?? "on"} ${name}`;
}

const ABOUT: Record<string, string> = { critique: "criticises", "cross-question": "asks", "cross-answer": "answers" };

/** The format, whether it is the default, and how long it may last. */
export function formatText({ format, maxRounds }: Pick<Debate, "format" | "maxRounds">): string {
  const mark = format === DEFAULT_DEBATE.format ? " (the default)" : "";
  return `${formatOf({ format }).title}${mark}, at most ${maxRounds} ${maxRounds === 1 ? "round" : "rounds"}`;
}

/** Dollars: to a hundredth of a cent below a dollar; from there on in whole cents, rounded up, so that no sum looks lower. */
export function usd(amount: number | null): string {
  if (amount === null) return "cost unknown";
  return `$${amount < 1 ? amount.toFixed(4) : wholeCents(amount).toFixed(2)}`;
}

/** `12,345` */
export function grouped(count: number): string {
  return count.toLocaleString("en");
}

export function tokens(count: number): string {
  return `${count} tokens`;
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
