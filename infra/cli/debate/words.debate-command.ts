/** Names and formats as the terminal shows them. */
import { ENGLISH, type Words } from "../../../domain/base/words/english.words.ts";
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
export function formatText(
  { format, maxRounds }: Pick<Debate, "format" | "maxRounds">,
  { say, word }: Words = ENGLISH,
): string {
  const title = word(formatOf({ format }).title);
  const mark = format === DEFAULT_DEBATE.format ? ` (${say("the default")})` : "";
  const most = maxRounds === 1 ? say("at most 1 round") : say("at most {most} rounds", { most: maxRounds });
  return `${title}${mark}, ${most}`;
}

/** `── Round 2 of 3 ──` */
export function roundLine(round: number, { maxRounds }: Pick<Debate, "maxRounds">, { say }: Words): string {
  return `── ${say("Round {round}", { round })} ${say("of {count}", { count: maxRounds })} ──`;
}
