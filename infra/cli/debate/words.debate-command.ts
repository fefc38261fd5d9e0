/** Names and formats as the terminal shows them. */
import { formatOf } from "../../../domain/rules/formats/registry.format.ts";
import { DEFAULT_DEBATE } from "../../../domain/shapes/format-names.ts";
import { nameOf as told } from "../../../domain/shapes/names.shape.ts";
import type { Debate } from "../../../domain/shapes/schemas/debate.schema.ts";
import { plainLine } from "../base/terminal.ts";

/** A participant's name without control characters. */
export function nameOf(participantId: string, debate: Pick<Debate, "participants">): string {
  return plainLine(told(debate, participantId));
}

/** The format, whether it is the default, and how long it may last. */
export function formatText({ format, maxRounds }: Pick<Debate, "format" | "maxRounds">): string {
  const mark = format === DEFAULT_DEBATE.format ? " (the default)" : "";
  return `${formatOf({ format }).title}${mark}, at most ${maxRounds} ${maxRounds === 1 ? "round" : "rounds"}`;
}
