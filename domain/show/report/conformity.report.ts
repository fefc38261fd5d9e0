/** What participants answered in private, and what the code measures of it. */

import type { Words } from "../../base/words/english.words.ts";
import { percent } from "../../base/words/figures.words.ts";
import type { Conformity, Poll } from "../../shapes/schemas/poll.schema.ts";
import type { TranscriptExport } from "../export/transcript.export.ts";
import { type Block, heading, paragraph, quote, said, table } from "./blocks.ts";
import { person, type Tale, turnName } from "./names.report.ts";

/** Stances by round. */
export function conformitySections({ debate, words }: Pick<Tale, "words"> & Pick<TranscriptExport, "debate">): Block[] {
  const { conformity: rounds = [], participants } = debate;
  if (rounds.length === 0) return [];
  const { say } = words;
  const rows = rounds.map((of) => [
    roundName(of, words),
    ...participants.map(({ id }) => of.stances.find((s) => s.participantId === id)?.stance ?? "–"),
    of.meanChange === null ? "–" : words.digits(of.meanChange, 1),
    findings(of, words),
  ]);
  return [
    heading(2, say("Private stances")),
    paragraph(
      say("What the participants themselves held, of 100. They were asked aside, and nobody in the debate saw it."),
    ),
    table([say("Round"), ...participants.map(({ name }) => name), say("Mean change"), say("Measured")], rows),
  ];
}

function roundName({ round }: Pick<Conformity, "round">, { say }: Words): string {
  return round === 0 ? say("Before round 1") : String(round);
}

function findings({ stable, hollow }: Pick<Conformity, "stable" | "hollow">, { say }: Words): string {
  const found = [...(stable ? [say("stances are stable")] : []), ...(hollow ? [say("hollow consensus")] : [])];
  return found.join(", ") || "–";
}

/** The private answers of a round, whole. */
export function privateAnswers(whole: Tale & Pick<TranscriptExport, "polls">, round: number): Block[] {
  const { polls = [], words } = whole;
  const given = polls.filter((poll) => poll.round === round);
  if (given.length === 0) return [];
  return [heading(3, words.say("Private answers")), ...given.flatMap((poll) => answered(poll, whole))];
}

function answered(poll: Poll, tale: Tale): Block[] {
  const { say } = tale.words;
  const { participantId, stance, confidence, answer, reasons, cause } = poll;
  return [
    paragraph(
      person(tale.debate, participantId),
      say(": stance {stance} of 100, {share} sure.", { stance, share: percent(confidence / 100) }),
    ),
    quote([answer, ...reasons.map((reason) => `– ${reason}`)].join("\n\n")),
    ...(cause === null ? [] : [paragraph(say("Named as the cause: "), said(turnName(tale, cause)))]),
  ];
}
