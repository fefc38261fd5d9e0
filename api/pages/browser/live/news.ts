/** Announces what happens in a debate. */

import { headline } from "../../../../domain/show/report/ending.report.ts";
import { nameOf, taleOf } from "../base/cast.page-base.ts";
import type { Debate, WireEvent } from "../base/wire.page-base.ts";
import { statusWord } from "../text/words.page-text.ts";
import { announce } from "./announcer.ts";

export function announceStatus(debate: Debate) {
  const { result, pending, status } = debate;
  if (pending?.type === "answers") announce("The participants ask the owner questions.");
  else if (result) announce(`The debate is over: ${headline(result, taleOf(debate))}.`);
  else announce(`${statusWord(status)}.`);
}

export function announceEvent(debate: Debate, { type, round, phase, turn }: WireEvent) {
  if (type === "round.started") announce(`Round ${round}.`);
  if (type === "phase.started" && phase === "judging") announce("The judge assesses the round.");
  if (type === "turn.completed" && turn) announce(`${nameOf(debate, turn.participantId)} has spoken.`);
}
